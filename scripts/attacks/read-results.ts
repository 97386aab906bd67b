import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";

/** Result of one test. */
export interface TestResult {
  /** Path from the root of the repository. */
  file: string;
  title: string;
  hasPassed: boolean;
}

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

interface PlaywrightSuite {
  specs: { file: string; title: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

/** Reads the JSON reports of Vitest and Playwright. Throws if a report is missing or has another format. */
export function readResults(root: string, reports: readonly string[]): TestResult[] {
  return reports.flatMap((path) => {
    const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport | PlaywrightReport;
    return "testResults" in report ? vitestResults(root, report) : playwrightResults(root, report);
  });
}

const vitestResults = (root: string, { testResults }: VitestReport): TestResult[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: relative(root, name), title, hasPassed: status === "passed" })),
  );

const playwrightResults = (root: string, { config, suites }: PlaywrightReport): TestResult[] =>
  suites.flatMap(specsIn).map(({ file, title, ok }) => ({
    file: relative(root, isAbsolute(file) ? file : resolve(config.rootDir, file)),
    title,
    hasPassed: ok,
  }));

const specsIn = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"] => [...specs, ...suites.flatMap(specsIn)];
