export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  const value = sorted[at];
  if (value === undefined) throw new Error("there is nothing to take a percentile of");
  return value;
}
