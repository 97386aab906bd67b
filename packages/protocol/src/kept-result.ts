import { z } from "zod";
import { isJsonObject, type Json } from "./json.ts";

/** Where a result says what is kept of it beside it; in its `_meta`. */
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

/** A result that was too large for its action. */
export type KeptResult = z.infer<typeof schema>;

/** What is kept of a result, for one that is only its beginning. */
export function keptResultOf(result: Json): KeptResult | undefined {
  const meta = isJsonObject(result) ? result["_meta"] : undefined;
  return isJsonObject(meta) ? schema.safeParse(meta[KEPT_RESULT]).data : undefined;
}
