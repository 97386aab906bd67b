const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const MAX_CODE = 0x10ffff;

/** Decodes a label that starts with `xn--` (RFC 3492); null if it is invalid. */
export function decodePunycode(label: string): string | null {
  const encoded = label.slice(4);
  const end = encoded.lastIndexOf("-");
  const codes = Array.from(encoded.slice(0, Math.max(end, 0)), (letter) => letter.charCodeAt(0));
  let code = FIRST_CODE;
  let index = 0;
  let bias = FIRST_BIAS;
  for (let at = end + 1; at < encoded.length;) {
    const before = index;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = digitOf(encoded.charAt(at));
      at += 1;
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > MAX_CODE * BASE) return null;
    }
    const size = codes.length + 1;
    bias = adapt(index - before, size, before === 0);
    code += Math.floor(index / size);
    index %= size;
    if (code > MAX_CODE || (code >= 0xd800 && code <= 0xdfff)) return null;
    codes.splice(index, 0, code);
    index += 1;
  }
  return codes.length === 0 ? null : String.fromCodePoint(...codes);
}

function digitOf(letter: string): number | null {
  if (/^[a-z]$/i.test(letter)) return letter.toLowerCase().charCodeAt(0) - 97;
  return /^[0-9]$/.test(letter) ? letter.charCodeAt(0) - 48 + 26 : null;
}

function adapt(delta: number, size: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  left += Math.floor(left / size);
  let steps = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; steps += BASE) left = Math.floor(left / (BASE - T_MIN));
  return steps + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
