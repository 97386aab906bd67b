import { inspect } from "node:util";
import { join } from "node:path";
import { createVitest, type TestModule } from "vitest/node";

export interface TestRun {
  /** Names of the tests, as matched by `--testNamePattern`; empty for a file that did not load. */
  passed: string[];
  failed: string[];
  /** Errors of tests and files. */
  output: string;
}

export interface TestRunner {
  /** Runs the file's tests whose names match, and stops at the first failure. */
  run(file: string, only: string): Promise<TestRun>;
  /** Must be called for each file that was written, because no file watcher runs. */
  changed(file: string): void;
  close(): Promise<void>;
}

/**
 * Runs tests of a copy of the sources, each file in its own process. Vitest is started once and transforms only changed files,
 * because starting it and transforming all sources takes several times as long as a test.
 */
export async function openTestRunner(copy: string, patience?: "hurried"): Promise<TestRunner> {
  const vitest = await createVitest("test", {
    root: copy,
    config: join(copy, "vitest.config.ts"),
    watch: false,
    maxWorkers: 1,
    isolate: true,
    bail: 1,
    // A caught mutant often shows as a poll that never succeeds, so tests of mutants use shorter timeouts.
    ...(patience === "hurried" ? { testTimeout: 30_000, expect: { poll: { timeout: 5000 } } } : {}),
    reporters: [{}],
  });
  return {
    async run(file, only) {
      vitest.setGlobalTestNamePattern(new RegExp(only));
      const found = await vitest.globTestSpecifications([join(copy, file)]);
      // A contract test is in one project per database, in no certain order. One is enough: PostgreSQL, where transactions meet.
      const specification = found.find(({ project }) => project.name === "postgres") ?? found[0];
      const specifications = specification ? [specification] : [];
      // Clears the last run's results, which would be read as this run's if its process ended before reporting any.
      for (const { project } of specifications) vitest.state.clearFiles(project, [join(copy, file)]);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      const errors = unhandledErrors.map((error) => inspect(error));
      return readRun(
        testModules.filter(({ moduleId }) => moduleId === join(copy, file)),
        errors,
      );
    },
    changed: (file) => vitest.invalidateFile(join(copy, file)),
    close: () => vitest.close(),
  };
}

function readRun(modules: readonly TestModule[], errors: string[]): TestRun {
  const run: TestRun = { passed: [], failed: [], output: "" };
  const say = (found: readonly { message: string }[]): void => void errors.push(...found.map(({ message }) => message));
  for (const module of modules) {
    say(module.errors());
    for (const suite of module.children.allSuites()) say(suite.errors());
    for (const test of module.children.allTests()) {
      const { state, errors: found = [] } = test.result();
      if (state === "passed" || state === "failed") run[state].push(test.fullName.replaceAll(" > ", " "));
      say(found);
    }
  }
  return { ...run, output: errors.join("\n") };
}
