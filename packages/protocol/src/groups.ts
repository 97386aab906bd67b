import { z } from "zod";
import { text } from "./json.ts";
import { toolName } from "./tools.ts";
import { GROUP_APPROVALS } from "./words.ts";

/** A named set of tools. Its setting for a tool's approval applies to agents that have the tool through this group. */
export const groupSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  tools: z.array(z.object({ name: z.string(), approval: z.enum(GROUP_APPROVALS).nullable() })),
  agents: z.number().int().describe("Agents with this group whose key is not revoked"),
});
export type Group = z.infer<typeof groupSchema>;

/** Omitted settings stay unchanged. Lowering protection needs `confirm: true`. */
export const changeGroupSchema = z.object({
  description: text(1000).nullable().optional(),
  tools: z
    .array(z.object({ name: toolName, approval: z.enum(GROUP_APPROVALS).nullable().optional() }))
    .max(2000)
    .optional()
    .describe("All tools of the group"),
  confirm: z.boolean().optional(),
});
export type ChangeGroup = z.infer<typeof changeGroupSchema>;
export const removeGroupSchema = z.object({ confirm: z.enum(["true", "false"]).optional() });
