import { z } from "zod";
import { principalSchema } from "./action.ts";
import { text } from "./json.ts";

/** Channel of an approval that a person gave alone, in an emergency. */
export const BREAK_GLASS = "break_glass";
export const GLASS_FINDINGS = ["justified", "not_justified"] as const;

export const breakGlassSchema = z.object({
  digest: text(100).min(1).describe("Of what the person was shown"),
  reason: text(2000).trim().min(10).describe("Why it cannot wait for the others; told to them, and on the record"),
});

export const reviewGlassSchema = z.object({
  finding: z.enum(GLASS_FINDINGS),
  note: text(2000).trim().min(1),
});

/** One action that a person approved by breaking the glass. */
export const glassUseSchema = z.object({
  pendingActionId: z.string(),
  toolName: z.string(),
  title: z.string(),
  by: principalSchema,
  at: z.string(),
  reason: z.string(),
  review: z
    .object({ by: principalSchema, at: z.string(), finding: z.enum(GLASS_FINDINGS), note: z.string() })
    .nullable()
    .describe("Null until somebody else has reviewed it"),
});
export type GlassUse = z.infer<typeof glassUseSchema>;

export const glassUsesSchema = z.object({ items: z.array(glassUseSchema) });
