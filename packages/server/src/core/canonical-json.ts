import canonicalize from "canonicalize";
import type { Json, JsonObject } from "@countersign/protocol";

/**
 * Serializes to RFC 8785 canonical JSON, so that equal values have equal digests. Accepts what `readJson` accepts. Throws for a
 * lone surrogate, `NaN` or an infinity, which have no canonical form.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/** Canonical text of an object, some of whose members are given as canonical `texts`, which win over `members`. */
export function canonicalWith(members: JsonObject, texts: Readonly<Record<string, string>>): string {
  const textOf = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : canonicalJson(members[key]!));
  const keys = Object.keys({ ...members, ...texts }).sort();
  return `{${keys.map((key) => `${canonicalJson(key)}:${textOf(key)}`).join(",")}}`;
}
