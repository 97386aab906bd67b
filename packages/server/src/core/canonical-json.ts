import canonicalize from "canonicalize";
import type { Json } from "@countersign/protocol";

/**
 * Serializes to RFC 8785 canonical JSON, so that equal values have equal digests. Accepts what `readJson` accepts. Throws for a
 * lone surrogate, `NaN` or an infinity, which have no canonical form.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}
