import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

const LINES = 3;

/** Reads a runner's JSON report: number of tests, and for each failure the file, title and first lines of the message. */
export const readVitest = (file) =>
  read(file, ({ numPassedTests, numPendingTests, numTodoTests, testResults }) => ({
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    faults: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === "failed");
      if (failed.length === 0) return status === "failed" ? [tell(name, "did not run", message)] : [];
      return failed.map(({ fullName, failureMessages }) => tell(name, fullName, failureMessages[0]));
    }),
  }));

export const readPlaywright = (file) =>
  read(file, ({ config, stats, suites, errors }) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    faults: [
      ...suites
        .flatMap(specsIn)
        .filter(({ ok }) => !ok)
        .map(({ file: name, title, tests }) =>
          tell(`${config.rootDir}/${name}`, title, tests[0]?.results.find(({ error }) => error)?.error.message),
        ),
      ...errors.map(({ message }) => tell(config.rootDir, "fell over outside a test", message)),
    ],
  }));

const specsIn = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

function tell(file, title, why = "") {
  const words = stripVTControlCharacters(why)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES);
  return [`${relative(root, file)}: ${title}`, ...words.map((line) => `    ${line.trim().slice(0, 200)}`)].join("\n");
}

/** A missing report means that the runner crashed, which counts as a failure. */
function read(file, counts) {
  try {
    return counts(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return { passed: 0, skipped: 0, faults: [`no report of the tests: ${error.message}`] };
  }
}
