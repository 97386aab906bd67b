import { inspect } from "node:util";
import { join } from "node:path";
import { createVitest, type TestModule } from "vitest/node";

export interface TestRun {
  /** Names of the tests, as `--testNamePattern` sees them; a file that did not load has none. */
  passed: string[];
  failed: string[];
  /** What was wrong, tests and files alike. */
  output: string;
}

export interface TestRunner {
  /** Runs the tests of this file whose names match, and stops at the first that fails. */
  run(file: string, only: string): Promise<TestRun>;
  /** To be told of each file that was written, as nobody watches them. */
  changed(file: string): void;
  close(): Promise<void>;
}

/**
 * The tests of a copy of the sources, each run in a process of its own. Starting vitest and translating the sources costs
 * several times what a test does, so it is started once and translates what changed.
 */
export async function openTestRunner(copy: string, patience?: "hurried"): Promise<TestRunner> {
  const vitest = await createVitest("test", {
    root: copy,
    config: join(copy, "vitest.config.ts"),
    watch: false,
    maxWorkers: 1,
    isolate: true,
    bail: 1,
    // A caught mutant often shows as a poll that never succeeds, so tests of mutants end earlier.
    ...(patience === "hurried" ? { testTimeout: 30_000, expect: { poll: { timeout: 5000 } } } : {}),
    reporters: [{}],
  });
  return {
    async run(file, only) {
      vitest.setGlobalTestNamePattern(new RegExp(only));
      const specifications = await vitest.globTestSpecifications([join(copy, file)]);
      // What the last run of this file said must not stand for this one, should its process end before it says anything.
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
