import { isJsonObject, type Json } from "@countersign/protocol";

/** Replaces configured secret values in a text. */
export type Mask = (text: string) => string;

const SHOWN = "[secret]";
/** Minimum length in characters. A shorter value is a flag or a number, and masking it would garble what people must read. */
export const SHORTEST_SECRET = 6;

const nothing: Mask = (text) => text;

/** Whether the secret part of a value is too short to be masked: `1234`, but also `Bearer 1234`. */
export function isTooShort(value: string): boolean {
  const [whole = "", ...parts] = partsOf(value).filter((part) => part !== "");
  const password = basicPasswordOf(value);
  const own = password === "" ? parts.filter((part) => part !== whole) : [password];
  return whole !== "" && (own.length > 0 ? own : [whole]).every((part) => part.length < SHORTEST_SECRET);
}

/**
 * Creates a mask for these values, whole and in parts (the token of `Bearer …`, the values of `a=b; c=d`, the password and the
 * query of a URL, the password of `Basic …`), in plain, JSON, URL, HTML and hex encoding, and at any offset in base64.
 */
export function createMask(values: Iterable<string>): Mask {
  const forms = new Set<string>();
  for (const value of values)
    for (const part of partsOf(value))
      if (part.length >= SHORTEST_SECRET) for (const form of formsOf(part)) if (form.length >= SHORTEST_SECRET) forms.add(form);
  if (forms.size === 0) return nothing;
  // Longest first: a shorter match would leave the rest of a longer secret readable.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(ordered.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "g");
  return (text) => text.replace(pattern, SHOWN);
}

/** Masks all strings of a JSON value, keys included. Returns the same value if nothing was found. */
export function maskJson<T extends Json>(mask: Mask, value: T): T {
  return mask === nothing ? value : (walk(mask, value) as T);
}

function walk(mask: Mask, value: Json): Json {
  if (typeof value === "string") return value.length < SHORTEST_SECRET ? value : mask(value);
  if (Array.isArray(value)) {
    const masked = value.map((one) => walk(mask, one));
    return masked.every((one, n) => one === value[n]) ? value : masked;
  }
  if (!isJsonObject(value)) return value;
  let isSame = true;
  const masked = Object.entries(value).map(([key, one]) => {
    const entry = [walk(mask, key) as string, walk(mask, one)] as const;
    isSame &&= entry[0] === key && entry[1] === one;
    return entry;
  });
  return isSame ? value : Object.fromEntries(masked);
}

/** The value and its secret parts: excludes names before `=` or `:`, schemes, words of a sentence and hosts. */
function partsOf(value: string): string[] {
  if (value.includes("://") && URL.canParse(value)) {
    const { password, searchParams } = new URL(value);
    return [value, password, decode(password), ...searchParams.values()];
  }
  const password = basicPasswordOf(value);
  const plain = value.replace(/-----[A-Z ]+-----/g, "");
  const isSentence = !plain.includes("\n") && plain.split(" ").length > 2;
  const pieces = plain.split(isSentence ? /([;=]\s*)/ : /([\s,;=:]+)/);
  const parts = pieces.filter((piece, n) => {
    const [after = "", rest = ""] = pieces.slice(n + 1);
    const isName = /^[=:]/.test(after) && rest !== "";
    const isScheme = n === 0 && /^\s/.test(after) && /^[A-Za-z]+$/.test(piece);
    return n % 2 === 0 && !isName && !isScheme;
  });
  return isSentence && parts.length === 1 ? [value, password] : [value, ...parts, password];
}

/** The password of `Basic …`; empty for every other value. */
function basicPasswordOf(value: string): string {
  const [, basic = ""] = /^Basic\s+(\S+)$/i.exec(value) ?? [];
  const [, password = ""] = Buffer.from(basic, "base64").toString().split(/:(.*)/s);
  return password;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function formsOf(part: string): string[] {
  const bytes = Buffer.from(part);
  const inAddress = [encodeURIComponent(part.toWellFormed()), encodeURI(part.toWellFormed())];
  const hex = bytes.toString("hex");
  return [
    part,
    JSON.stringify(part).slice(1, -1),
    ...inAddress,
    ...inAddress.flatMap((form) => [lowerEscapes(form), form.replaceAll("%20", "+")]),
    part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((before) => inBase64(bytes, before)),
  ];
}

const lowerEscapes = (form: string): string => form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/** The characters common to every base64 text that has these bytes after `before` others, in both alphabets. */
function inBase64(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  const middle = text.slice(first, end);
  return [middle, middle.replaceAll("-", "+").replaceAll("_", "/")];
}
