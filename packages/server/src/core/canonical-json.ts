import canonicalize from "canonicalize";
import type { Json } from "@countersign/protocol";

/**
 * RFC 8785: one text for one value, so that equal values have equal digests. Takes what `readJson` lets through; a lone
 * surrogate, `NaN` or an infinity throws, because no canonical text of it exists.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}
