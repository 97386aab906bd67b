import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** One forbidden import for each rule: importing file, import, and the rule that must reject it. */
const PLANTED = [
  ["packages/protocol/src/a.ts", "../../server/src/core/x.ts", "protocol: nothing of ours"],
  ["packages/protocol/src/b.ts", "node:fs", "protocol is light"],
  ["packages/server/src/core/a.ts", "../store/x.ts", "protocol ← core"],
  ["packages/server/src/core/b.ts", "node:fs", "core is pure"],
  ["packages/server/src/core/c.ts", "vendor", "core is pure"],
  ["packages/server/src/ports/a.ts", "../store/x.ts", "core ← ports"],
  ["packages/server/src/store/a.ts", "../engine/x.ts", "ports ← store"],
  ["packages/server/src/engine/a.ts", "../http/x.ts", "store ← engine"],
  ["packages/server/src/tools/a.ts", "../http/x.ts", "engine ← tools"],
  ["packages/server/src/transport/a.ts", "../http/x.ts", "ports ← transport"],
  ["packages/server/src/identity/a.ts", "../http/x.ts", "engine ← identity"],
  ["packages/server/src/http/a.ts", "../store/x.ts", "engine ← http"],
  ["packages/server/src/mcp/a.ts", "../store/x.ts", "engine ← mcp"],
  ["packages/server/src/features/chat/a.ts", "../../identity/x.ts", "(tools, http) ← features"],
  ["packages/server/src/features/chat/b.ts", "../content/x.ts", "a feature of the server is an island"],
  ["packages/server/src/features/c.ts", "./content/x.ts", "a feature has one entry file"],
  ["packages/server/src/engine/f.ts", "../features/content/content-feature.ts", "store ← engine"],
  ["packages/server/src/cli/a.ts", "../http/x.ts", "engine ← cli"],
  ["packages/server/src/http/b.ts", "../main.ts", "only the command line constructs"],
  ["packages/server/src/tools/connectors/files/a.ts", "../../../engine/x.ts", "a connector is an island"],
  ["packages/server/src/tools/connectors/files/b.ts", "../github/x.ts", "a connector is an island"],
  ["packages/sdk/src/a.ts", "../../server/src/core/x.ts", "protocol ← sdk"],
  ["packages/sdk/src/b.ts", "vendor", "sdk is light"],
  ["packages/guide/src/a.ts", "../../server/src/core/x.ts", "guide: nothing of ours"],
  ["packages/inbox/src/a.ts", "@countersign/server", "protocol ← inbox"],
  ["packages/inbox/src/api/a.ts", "../ui/x.ts", "inbox api"],
  ["packages/inbox/src/ui/a.ts", "../features/queue/x.ts", "inbox ui"],
  ["packages/inbox/src/page-search.ts", "./features/queue/x.ts", "inbox page-search"],
  ["packages/inbox/src/features/queue/a.ts", "../../app/x.ts", "inbox: ui ← features"],
  ["packages/inbox/src/features/queue/b.ts", "../action/x.ts", "features do not import each other"],
  ["packages/server/src/engine/b.ts", "../../test/x.ts", "no test in the product"],
  ["packages/server/src/engine/c.ts", "./d.ts", "no cycle, imports of types included"],
  ["packages/server/src/engine/e.ts", "./gone.ts", "nothing unresolved"],
] as const;

/** Imports that the architecture allows; none may be rejected. */
const ALLOWED = [
  ["packages/server/src/core/ok.ts", "@countersign/protocol"],
  ["packages/server/src/core/ok2.ts", "node:crypto"],
  ["packages/server/src/http/ok.ts", "../engine/x.ts"],
  ["packages/server/src/http/ok2.ts", "../identity/x.ts"],
  ["packages/server/src/tools/ok.ts", "../engine/x.ts"],
  ["packages/server/src/tools/connectors/files/ok.ts", "../../../ports/tool.ts"],
  ["packages/server/src/tools/connectors/files/ok2.ts", "vendor"],
  ["packages/server/src/main.ts", "./http/x.ts"],
  ["packages/server/src/features/ok.ts", "./content/content-feature.ts"],
  ["packages/server/src/features/content/ok.ts", "../../http/x.ts"],
  ["packages/server/src/features/content/ok2.ts", "../ok3.ts"],
  ["packages/server/src/cli/ok.ts", "../main.ts"],
  ["packages/sdk/src/ok.ts", "@countersign/protocol"],
  ["packages/inbox/src/app/ok.ts", "../features/queue/x.ts"],
  ["packages/inbox/src/features/queue/ok.ts", "../../ui/x.ts"],
  ["packages/inbox/src/features/queue/ok2.ts", "../../page-search.ts"],
] as const;

let folder = "";
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

function lay(): void {
  const parts = ["core", "store", "engine", "tools/connectors/github", "identity", "http"].map((part) => `server/src/${part}`);
  for (const part of [...parts, "inbox/src/ui", "inbox/src/app", "inbox/src/features/queue", "inbox/src/features/action"]) {
    write(`packages/${part}/x.ts`, "export const x = 1;\n");
  }
  for (const file of ["ports/tool.ts", "features/content/x.ts", "features/content/content-feature.ts", "features/ok3.ts"])
    write(`packages/server/src/${file}`, "export const x = 1;\n");
  write("packages/server/test/x.ts", "export const x = 1;\n");
  write("packages/server/src/engine/d.ts", 'export { x } from "./c.ts";\n');
  write("node_modules/vendor/package.json", JSON.stringify({ name: "vendor", version: "1.0.0", main: "index.js" }));
  write("node_modules/vendor/index.js", "export const x = 1;\n");
  write("tsconfig.json", "{}");
  mkdirSync(join(folder, "node_modules/@countersign"));
  for (const [name, main] of [
    ["protocol", "./src/index.ts"],
    ["sdk", "./src/ok.ts"],
    ["server", "./src/main.ts"],
    ["inbox", "./src/a.ts"],
  ] as const) {
    const entry = { name: `@countersign/${name}`, type: "module", exports: { ".": { "@countersign/source": main } } };
    write(`packages/${name}/package.json`, JSON.stringify({ ...entry, dependencies: { vendor: "1.0.0" } }));
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@countersign", name));
  }
  write("packages/protocol/src/index.ts", "export const x = 1;\n");
  for (const [from, to] of [...PLANTED, ...ALLOWED]) write(from, `import * as y from "${to}";\nexport const x = y;\n`);
}

let violations: { from: string; to: string; rule: { name: string } }[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-boundaries-"));
  lay();
  const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const done = spawnSync(process.execPath, [cruiser, "--config", config, "--output-type", "json", "packages"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  violations = JSON.parse(done.stdout).summary.violations;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(PLANTED)("%s may not import %s: %s", (from, _to, rule) => {
  expect(violations.filter((violation) => violation.from === from).map((violation) => violation.rule.name)).toContain(rule);
});

test.each(ALLOWED)("%s may import %s", (from) => {
  expect(violations.filter((violation) => violation.from === from)).toEqual([]);
});
