import { z } from "zod";
import { text } from "./json.ts";
import { PRINCIPAL_KINDS } from "./words.ts";

/** Comments that one action takes, with the agent's replies. */
export const MAX_COMMENTS = 200;

const words = text(4000).describe("At most 4,000 characters; shown as written, with invisible characters marked");

/** Body of a request to comment on an action. */
export const commentSchema = z.object({
  text: words.min(1),
  mentions: z.array(text(200)).max(20).describe("User ids of members whom it names").optional(),
  forAgent: z
    .boolean()
    .describe(
      "A question to the agent: it is told of it when it asks about the action, and may reply once. For whoever may decide",
    )
    .optional(),
  idempotencyKey: text(200).min(1).describe("The same request sent again with this key adds nothing").optional(),
});
export type CommentRequest = z.infer<typeof commentSchema>;

/** Body of an agent's reply to a comment. */
export const replySchema = z.object({ text: words.min(1) });

const instant = z.string().describe("ISO 8601 with milliseconds, UTC");

/** What somebody said about an action. It is never changed or deleted, and changes nothing about the action. */
export const actionCommentSchema = z.object({
  id: z.string(),
  at: instant,
  by: z.object({ kind: z.enum(PRINCIPAL_KINDS), id: z.string(), name: z.string() }),
  text: z.string(),
  mentions: z.array(z.object({ id: z.string(), name: z.string() })).describe("Names as they were then"),
  forAgent: z.boolean().describe("The agent is told of it, and may reply"),
  replyTo: z.string().nullable().describe("Of an agent's reply: id of the comment"),
  readAt: instant.nullable().describe("When the agent was first told of it; null for any other comment"),
});
export type ActionComment = z.infer<typeof actionCommentSchema>;

/** A person's comment as the agent is told of it, until it replies. */
export const askedOfAgentSchema = z.object({ id: z.string(), from: z.string(), text: z.string(), at: instant });
export type AskedOfAgent = z.infer<typeof askedOfAgentSchema>;
