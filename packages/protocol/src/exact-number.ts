/**
 * Parses a JSON number without loss: what is shown and hashed must be what was sent. Undefined for a value that a double rounds
 * (2^53+1, 1e400, 0.1000000000000000055) and for negative zero, whose sign canonical JSON drops.
 */
export function exactNumber(lexeme: string): number | undefined {
  const value = Number(lexeme);
  if (!Number.isFinite(value) || Object.is(value, -0)) return undefined;
  const sent = decimal(lexeme);
  const kept = decimal(String(value));
  return sent.digits === kept.digits && sent.exponent === kept.exponent ? value : undefined;
}

/** Integer digits, without zeros at either end, and a power of ten. Ignores the sign, which cannot differ. */
function decimal(lexeme: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = lexeme.replace(/^-/, "").split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === "0") start++;
  while (end > start && digits[end - 1] === "0") end--;
  if (start === end) return { digits: "", exponent: 0 };
  return { digits: digits.slice(start, end), exponent: Number(power) - fraction.length + (digits.length - end) };
}
