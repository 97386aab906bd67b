import fc from "fast-check";

/** Set by `npm run test:long`. */
const LONG = Boolean(process.env["COUNTERSIGN_TEST_LONG"]);

// The same cases for everybody, each time: a test that turns red says something of the change before it. Where there is time,
// other cases each time, and more of them; what they find is written down as a case of its own.
fc.configureGlobal(LONG ? { numRuns: 1000 } : { seed: 20_261_122 });

/** How many cases of a property that wants another number than 100. */
export const runs = (count: number): number => (LONG ? 10 * count : count);

export { fc };
