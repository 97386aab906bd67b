import { z } from "zod";
import { actionSchema } from "./action.ts";
import { auditEntrySchema } from "./admin.ts";

const fault = z.object({
  seq: z.number().int(),
  problem: z.string(),
  actionId: z.string().optional(),
  setting: z.string().optional().describe("Table and key, as in `tool/delete_file`"),
});

export const auditReportSchema = z.object({
  workspaceId: z.string(),
  events: z.number().int().describe("How many entries were read and hold"),
  head: z.string().describe("Hash of the last entry that holds"),
  faults: z.array(fault).describe("Empty where the log is whole"),
  settings: z
    .object({
      compared: z.number().int().describe("Keys, members, groups, tools, grants, … compared with the last entry of each"),
      foundAtUpdate: z.number().int().describe("Of those, how many are only known as the update to this version found them"),
      notComparable: z.number().int().describe("How many no entry of this version tells of"),
    })
    .optional(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

/** Complete audit record of one action, with the verification of each entry. */
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
