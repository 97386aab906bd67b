/** Throws a RangeError for an int8 beyond the safe integers: rounding it would silently identify another row. */
export function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a JavaScript number holds exactly`);
  return value;
}
