import { z } from "zod";
import { text } from "./json.ts";

const person = z.object({ id: z.string(), name: z.string() });

/** Between two instants, the delegate decides for the delegator. */
export const delegationSchema = z.object({
  id: z.string(),
  user: person.describe("In whose place"),
  delegate: person.describe("Who decides"),
  from: z.string(),
  to: z.string().describe("Ends by itself"),
  createdAt: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  revokedAt: z.string().nullable(),
});
export type Delegation = z.infer<typeof delegationSchema>;

const instant = z.iso.datetime({ offset: true });

export const createDelegationSchema = z.object({
  userId: text(200).min(1).optional().describe("In whose place; oneself unless an administrator names somebody else"),
  delegateId: text(200).min(1),
  from: instant.optional().describe("Default: now"),
  to: instant,
  confirm: z.boolean().optional().describe("Needed always: somebody else's approval then counts as this person's"),
});
export type CreateDelegation = z.infer<typeof createDelegationSchema>;
