import { z } from "zod";
import { isJsonObject, type Json } from "./json.ts";

/** Key in a truncated result's `_meta` that describes what is stored of the whole result. */
export const KEPT_RESULT = "countersign/result";

const count = z.number().int().nonnegative();
const schema = z.discriminatedUnion("isWhole", [
  z.object({
    bytes: count,
    isWhole: z.literal(true),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("Of the whole, in hex"),
    pages: count,
  }),
  z.object({ bytes: count, isWhole: z.literal(false) }).describe("Only its first part is there"),
]);

/** Describes what is stored of a result that was too large for its action. */
export type KeptResult = z.infer<typeof schema>;

/** Returns what is stored of a truncated result; undefined if `result` is not truncated. */
export function keptResultOf(result: Json): KeptResult | undefined {
  const meta = isJsonObject(result) ? result["_meta"] : undefined;
  return isJsonObject(meta) ? schema.safeParse(meta[KEPT_RESULT]).data : undefined;
}
