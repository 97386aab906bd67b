import fc from "fast-check";

const LONG = Boolean(process.env["COUNTERSIGN_TEST_LONG"]);

// A fixed seed gives the same cases in every run, so that a failure points to the change under test. `npm run test:long` runs
// more cases with random seeds; a case it finds becomes a test of its own.
fc.configureGlobal(LONG ? { numRuns: 1000 } : { seed: 20_261_122 });

/** Number of cases for a property whose default is not 100; ten times as many under `npm run test:long`. */
export const runs = (count: number): number => (LONG ? 10 * count : count);

export { fc };
