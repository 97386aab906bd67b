import { z } from "zod";
import { actionSchema } from "./action.ts";
import { auditEntrySchema } from "./admin.ts";

const fault = z.object({ seq: z.number().int(), problem: z.string(), actionId: z.string().optional() });

export const auditReportSchema = z.object({
  workspaceId: z.string(),
  events: z.number().int().describe("How many entries were read and hold"),
  head: z.string().describe("Hash of the last entry that holds"),
  faults: z.array(fault).describe("Empty where the log is whole"),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

/** Everything the record holds of one action, with each of its entries verified. */
export const evidenceSchema = z.object({
  action: actionSchema,
  entries: z
    .array(
      auditEntrySchema.extend({
        previousHash: z.string().describe("Hash of the entry before in the workspace's chain"),
        intact: z.boolean().describe("The entry's hash follows from its content and `previousHash`"),
      }),
    )
    .describe("Oldest first"),
  digestMatches: z.boolean().describe("The digest computed again from what is stored is the action's"),
  faults: z.array(fault).describe("What does not hold, in plain words; empty where everything does"),
});
export type Evidence = z.infer<typeof evidenceSchema>;
