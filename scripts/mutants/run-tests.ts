import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

export interface TestRun {
  passed: number;
  /** Names of the tests that failed; a file that did not load has none. */
  failed: string[];
  output: string;
}

interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** Runs the tests of these files whose names match, in a copy of the sources. */
export async function runTests(copy: string, files: readonly string[], only: string): Promise<TestRun> {
  const file = join(copy, "report.json");
  await rm(file, { force: true });
  const options = ["--testNamePattern", only, "--bail=1", "--testTimeout=30000", "--reporter=json", `--outputFile=${file}`];
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project=local", ...options, ...files], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  await new Promise((resolve) => child.once("close", resolve));
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: [], output };
  const report = JSON.parse(text) as Report;
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
  return { passed: report.numPassedTests, failed, output };
}
