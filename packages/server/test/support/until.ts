import { setTimeout as delay } from "node:timers/promises";

/** Below a test's own time limit, so that the error shows the last value. Tests of mutants mostly wait in vain, and set less. */
const MAX_MS = Number(process.env["COUNTERSIGN_TEST_UNTIL_MS"] ?? 100_000);

/**
 * Polls every 20 ms until `isSo` holds for what `look` answers, and returns that. Throws after 100 s, or after the milliseconds of
 * `COUNTERSIGN_TEST_UNTIL_MS`. Time is bounded, not the number of attempts: on a busy machine one attempt may take seconds.
 */
export async function until<T>(look: () => T | Promise<T>, isSo: (value: T) => boolean = Boolean): Promise<T> {
  const end = performance.now() + MAX_MS;
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`after ${MAX_MS / 1000} s it is ${JSON.stringify(value)?.slice(0, 4000)}`);
    await delay(20);
  }
}
