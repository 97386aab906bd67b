import type { RoundsResult } from "./run-rounds.ts";

/** Prints the counts. Fails the process if there is any fault. */
export function report({ rounds, acknowledged, faults }: RoundsResult, ends: string): void {
  console.log(`${rounds} ${ends}, ${acknowledged} transactions acknowledged, ${faults.length} faults`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || acknowledged === 0) process.exitCode = 1;
}
