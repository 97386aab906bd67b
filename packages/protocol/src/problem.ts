import { z } from "zod";
import { actionSchema, principalSchema } from "./action.ts";
import { elementSchema } from "./content.ts";
import { ERROR_CODES, type ErrorCode } from "./errors.ts";

/** Problem details of RFC 9457, with extension members. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ path: z.string().describe("JSON Pointer"), message: z.string() })).optional(),
  current: actionSchema.optional().describe("With INVALID_STATE and DIGEST_MISMATCH: the row as it is now"),
  currentElement: elementSchema.optional().describe("With STALE: the element of the content as it is now"),
  resolvedBy: principalSchema.nullable().optional(),
  retryAfterSeconds: z.number().int().optional().describe("As `Retry-After`"),
});
export type Problem = z.infer<typeof problemSchema>;
