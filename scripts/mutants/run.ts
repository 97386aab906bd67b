import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { partOfCommit } from "../lib/part-of-commit.mjs";
import { startPostgres } from "../../test/support/start-postgres.ts";
import { copySources } from "./copy-sources.ts";
import { endLeftOvers } from "./end-left-overs.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";
import { openTestRunner, type TestRunner } from "./test-runner.ts";

/*
 * npm run mutants                      removes one guard at a time; a test must fail for each
 * npm run mutants -- --only "a|b"      only mutants whose names contain a or b
 * npm run mutants -- --short           a twentieth of the mutants; which one depends on the commit
 * npm run mutants -- --part 0          that twentieth of the mutants (0 to 19), to repeat what --short ran on another commit
 * npm run mutants -- --places          only checks that each mutant's place is in the sources once
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    short: { type: "boolean", default: false },
    part: { type: "string" },
    places: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Mutants tested at once. More than there are cores, because tests mostly wait: for the database, or for a timeout. */
const PARALLEL = 4;
/** `--short` tries one mutant of this many: `.ci/run` has 45 minutes, and a hundred mutants take six. */
const PARTS = 20;
const part = values.part === undefined ? (values.short ? partOfCommit(PARTS) : undefined) : Number(values.part);

const wanted = values.only.split("|");
const named = MUTANTS.filter(({ name }) => wanted.some((part) => name.includes(part)));
const chosen = part === undefined ? named : named.filter((_, n) => n % PARTS === part);
if (chosen.length === 0) throw new Error(`no mutant is named ${values.only} in part ${part ?? `0 to ${PARTS - 1}`}`);
const lost = named.flatMap((mutant) => {
  try {
    findPlace(root, mutant);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
});
if (lost.length > 0) throw new Error(lost.join("\n"));
if (values.places) {
  console.log(`${named.length} places found`);
  process.exit();
}
const copies = Array.from({ length: PARALLEL }, () => copySources(root));
let runners: TestRunner[] = [];
// Copying a template database takes a tenth of the time that starting an embedded database takes.
const postgres = await startPostgres();
process.env["COUNTERSIGN_TEST_POSTGRES_URL"] = postgres.url;
process.env["COUNTERSIGN_TEST_EMBEDDED_ON_SERVER"] = "1";
try {
  await openRunners();
  await expectGreen();
  await closeRunners();
  process.env["COUNTERSIGN_TEST_UNTIL_MS"] = "8000";
  await openRunners("hurried");
  process.exitCode = report(await mutateAll());
} finally {
  await closeRunners();
  await postgres.stop();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}

async function openRunners(patience?: "hurried"): Promise<void> {
  for (const copy of copies) runners.push(await openTestRunner(copy, patience));
}

async function closeRunners(): Promise<void> {
  for (const runner of runners) await runner.close();
  runners = [];
}

/** Works through a list, one item at a time in each copy. */
async function share<T>(
  pieces: Iterable<T>,
  work: (piece: T, runner: TestRunner, copy: string) => Promise<void>,
): Promise<void> {
  const queue = [...pieces];
  await Promise.all(
    runners.map(async (runner, n) => {
      for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) await work(piece, runner, copies[n]!);
    }),
  );
}

/**
 * Runs without a mutation exactly what is run for each mutant. A caught mutant would prove nothing if its test fails anyway, for
 * example because it needs the tests before it, or if no test has the name.
 */
async function expectGreen(): Promise<void> {
  const runs = new Map(chosen.map(({ test, only }) => [`${test} ${only}`, { test, only }]));
  const faults: string[] = [];
  let count = 0;
  await share(runs.values(), async ({ test, only }, runner) => {
    const { passed, failed, output } = await runner.run(test, only);
    if (failed.length > 0) faults.push(`${test} is not green without any mutation: ${failed.join(", ")}\n${output}`);
    else if (passed.length === 0) faults.push(`${test} has no test named ${only}\n${output}`);
    count += passed.length;
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  console.log(`${count} tests are green without a mutation`);
}

/** Returns the file's text before and after the mutated place. Throws unless the place occurs exactly once. */
function findPlace(folder: string, { name, file, find, test }: Mutant): [before: string, after: string] {
  if (!existsSync(join(folder, test))) throw new Error(`${name}: there is no ${test}`);
  const parts = readFileSync(join(folder, file), "utf8").split(find);
  if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} places in ${file} read ${find}, there must be one`);
  return [parts[0]!, parts[1]!];
}

interface Verdict {
  mutant: Mutant;
  /** The test that failed; undefined if the mutant survived. */
  caughtBy: string | undefined;
  output: string;
}

async function mutateAll(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  await share(chosen, async (mutant, runner, copy) => {
    const path = join(copy, mutant.file);
    const text = readFileSync(path, "utf8");
    const write = (content: string): void => {
      writeFileSync(path, content);
      runner.changed(mutant.file);
    };
    write(findPlace(copy, mutant).join(mutant.replace));
    const began = Date.now();
    const { failed, output } = await runner.run(mutant.test, mutant.only);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    endLeftOvers(copy);
    write(text);
    verdicts.push({ mutant, caughtBy: failed[0], output });
    console.log(`${failed[0] ? "caught  " : "SURVIVED"} ${mutant.name} (${seconds} s)`);
  });
  return verdicts;
}

function report(verdicts: readonly Verdict[]): number {
  const width = Math.max(...verdicts.map(({ mutant }) => mutant.name.length));
  console.log("\nmutant → the test that caught it");
  for (const { mutant, caughtBy, output } of verdicts) {
    console.log(`${mutant.name.padEnd(width)}  ${caughtBy ?? `SURVIVED\n${output.slice(-1500)}`}`);
  }
  const survivors = verdicts.filter(({ caughtBy }) => caughtBy === undefined);
  // Once more at the end: the last lines are all that a longer run shows.
  for (const { mutant } of survivors) console.log(`SURVIVED ${mutant.name}`);
  const ofPart = part === undefined ? "" : `part ${part}: `;
  console.log(`${ofPart}${verdicts.length} mutants, ${survivors.length} survived`);
  return survivors.length > 0 ? 1 : 0;
}
