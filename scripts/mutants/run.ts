import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { copySources } from "./copy-sources.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";
import { runTests } from "./run-tests.ts";

/*
 * npm run mutants                      takes away one guard after the other; a test has to turn red for each
 * npm run mutants -- --only "a name"   those whose names contain it
 */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const root = fileURLToPath(new URL("../..", import.meta.url));
const PARALLEL = 2;

const chosen = MUTANTS.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) throw new Error(`no mutant is named ${values.only}`);
const copies = Array.from({ length: PARALLEL }, () => copySources(root));
try {
  await expectGreen(copies[0]!);
  const results = await mutateAll();
  process.exitCode = report(results);
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}

/** Red says nothing about a guard when the test is red without the mutation too. */
async function expectGreen(copy: string): Promise<void> {
  for (const mutant of chosen) mutate(copy, mutant)();
  const files = [...new Set(chosen.map(({ test }) => test))];
  const run = await runTests(copy, files, `(${[...new Set(chosen.map(({ only }) => only))].join("|")})`);
  if (run.failed.length > 0 || run.passed === 0)
    throw new Error(`the tests are not green without any mutation: ${run.failed.join(", ")}\n${run.output}`);
  console.log(`${run.passed} tests are green without a mutation`);
}

/** Writes the mutation and answers with the way back. */
function mutate(copy: string, { name, file, find, replace }: Mutant): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} places in ${file} read ${find}, there must be one`);
  writeFileSync(path, parts.join(replace));
  return () => writeFileSync(path, text);
}

interface Verdict {
  mutant: Mutant;
  /** The test that turned red; none means that the mutant survived. */
  caughtBy: string | undefined;
  output: string;
}

async function mutateAll(): Promise<Verdict[]> {
  const queue = [...chosen];
  const verdicts: Verdict[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const restore = mutate(copy, mutant);
        const { failed, output } = await runTests(copy, [mutant.test], mutant.only);
        restore();
        verdicts.push({ mutant, caughtBy: failed[0], output });
        console.log(`${failed[0] ? "caught  " : "SURVIVED"} ${mutant.name}`);
      }
    }),
  );
  return verdicts;
}

function report(verdicts: readonly Verdict[]): number {
  const width = Math.max(...verdicts.map(({ mutant }) => mutant.name.length));
  console.log("\nmutant → the test that caught it");
  for (const { mutant, caughtBy, output } of verdicts) {
    console.log(`${mutant.name.padEnd(width)}  ${caughtBy ?? `SURVIVED\n${output.slice(-1500)}`}`);
  }
  const survived = verdicts.filter(({ caughtBy }) => caughtBy === undefined).length;
  console.log(`${verdicts.length} mutants, ${survived} survived`);
  return survived > 0 ? 1 : 0;
}
