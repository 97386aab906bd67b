import { count } from "../../ui/count.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `2 hours`, `90 seconds`: in the largest unit that comes out even. */
export function ageWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? (["second", 1] as const);
  return count(seconds / size, unit);
}
