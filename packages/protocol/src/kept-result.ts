import { isJsonObject, type Json } from "./json.ts";

/** Where a result says what is kept of it beside it; in its `_meta`. */
export const KEPT_RESULT = "countersign/result";

/** A result that was too large for its action. */
export interface KeptResult {
  bytes: number;
  /** False: only its first part is there. */
  isWhole: boolean;
  /** SHA-256 of the whole, in hex, and the number of its pages; with `isWhole`. */
  sha256?: string;
  pages?: number;
}

/** What is kept of a result, for one that is only its beginning. */
export function keptResultOf(result: Json): KeptResult | undefined {
  const meta = isJsonObject(result) ? result["_meta"] : undefined;
  const kept = isJsonObject(meta) ? meta[KEPT_RESULT] : undefined;
  return isJsonObject(kept) && typeof kept["bytes"] === "number" ? (kept as unknown as KeptResult) : undefined;
}
