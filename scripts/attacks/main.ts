// tsx scripts/attacks/main.ts --files | [--check] REPORT…
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { AREAS, HOSTILE_SUITES } from "./areas.ts";
import { readResults } from "./read-results.ts";
import { writePage } from "./write-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = fileURLToPath(new URL("../../docs/security/attacks.md", import.meta.url));
const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false }, files: { type: "boolean", default: false } },
  allowPositionals: true,
});

if (values.files) {
  const files = new Set([...AREAS.flatMap(({ attacks }) => attacks.map(({ file }) => file)), ...HOSTILE_SUITES]);
  console.log([...files].join("\n"));
} else {
  const { page, faults } = writePage(AREAS, HOSTILE_SUITES, readResults(root, positionals));
  const isStale = values.check && faults.length === 0 && readFileSync(target, "utf8") !== page;
  if (!values.check) writeFileSync(target, page);
  const said = isStale ? ["docs/security/attacks.md is out of date: npm run attacks writes it"] : faults;
  for (const fault of said) console.error(fault);
  console.log(/\*\*(.*)\*\*/.exec(page)?.[1]);
  process.exitCode = said.length === 0 ? 0 : 1;
}
