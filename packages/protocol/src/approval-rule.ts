import { z } from "zod";
import { text } from "./json.ts";

/** Name of a team of members. It stands in sentences, so it has no spaces and no letters of other scripts. */
export const teamName = text(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be words of a-z and 0-9, joined by hyphens")
  .describe("Name of a team");

/** Whose approval counts: everybody with at least this role, the members of a team, or one person. All need the role approver or admin. */
export const approverSchema = z.union([
  z.strictObject({ role: z.enum(["approver", "admin"]).describe("Everybody with at least this role") }),
  z.strictObject({ team: teamName }),
  z.strictObject({ user: text(200).min(1).describe("Id of a member") }),
]);
export type Approver = z.infer<typeof approverSchema>;

export const approverList = z.array(approverSchema).min(1).max(20);

/** Approvals that an action needs before it runs. Each approval must come from a different person. */
export const approvalRuleSchema = z.strictObject({
  needs: z
    .enum(["any_of", "all_of", "n_of"])
    .describe("`any_of`: one of these; `all_of`: for each of these another person; `n_of`: so many people out of these"),
  n: z.number().int().min(1).max(20).optional().describe("With `n_of`, and only there"),
  of: approverList,
  notLastEditor: z
    .boolean()
    .optional()
    .describe("Who edited an action last does not approve it: their approval with edits puts the edits, no more"),
});
export type ApprovalRule = z.infer<typeof approvalRuleSchema>;

/**
 * A condition of a tool, and what it adds to a call that meets it. Every rule whose expression is not false applies, and their
 * order does not matter.
 */
export const routingRuleSchema = z.strictObject({
  name: text(60).min(1).describe("Shown on the actions that it applies to; unique in the tool"),
  when: text(2000)
    .min(1)
    .describe("CEL expression on `args`, `tool` and `agent`; the rule applies unless the expression is false"),
  approvalRule: approvalRuleSchema
    .optional()
    .describe("Approvals that such a call needs, besides those of the tool and of other rules"),
  lifetimeSeconds: z
    .number()
    .int()
    .min(1)
    .max(31_536_000)
    .optional()
    .describe("The action expires if nobody decides within this time"),
});
export type RoutingRule = z.infer<typeof routingRuleSchema>;

export const routingRules = z.array(routingRuleSchema).max(20);

/** Progress of an action's approvals; null on the wire unless a rule asks for several. */
export const votesSchema = z.object({
  needed: z.number().int().describe("Approvals in all; where several rules apply, at least so many"),
  given: z.array(z.object({ id: z.string(), name: z.string() })).describe("Who approved what it says now, oldest first"),
  missing: z.array(z.string()).describe("Whose approvals are still needed, in plain words; empty when it is complete"),
});
export type Votes = z.infer<typeof votesSchema>;
