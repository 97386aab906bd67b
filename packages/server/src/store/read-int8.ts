/** Counters fit a number; a value that does not is refused, because rounding it would quietly name another row. */
export function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a JavaScript number holds exactly`);
  return value;
}
