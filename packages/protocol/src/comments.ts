import { z } from "zod";
import { text } from "./json.ts";
import { PRINCIPAL_KINDS } from "./words.ts";

/** The most comments of one action; replies of the agent count. */
export const MAX_COMMENTS = 200;
/** The most characters of one comment or reply. */
export const MAX_COMMENT_CHARACTERS = 4000;
/** The most people whom one comment mentions. */
export const MAX_MENTIONS = 20;

const words = text(MAX_COMMENT_CHARACTERS).describe("Shown as written, with invisible characters marked");

/** What a person sends to comment on an action. */
export const commentSchema = z.object({
  text: words.min(1),
  forAgent: z
    .boolean()
    .describe(
      "A question to the agent: it is told of it when it asks about the action, and may reply once. For whoever may decide",
    )
    .optional(),
  mentions: z
    .array(text(200).min(1))
    .max(MAX_MENTIONS)
    .describe("User ids of members; each is told of the comment once by their own notification channels, except its author")
    .optional(),
  idempotencyKey: text(200).min(1).describe("A second request of the same person with this key adds nothing").optional(),
});
export type CommentRequest = z.infer<typeof commentSchema>;

/** What an agent sends to reply to a comment. */
export const replySchema = z.object({ text: words.min(1) });

const instant = z.string().describe("ISO 8601 with milliseconds, UTC");

/** What somebody said about an action. It is never changed or deleted, and changes nothing about the action. */
export const actionCommentSchema = z.object({
  id: z.string(),
  at: instant,
  by: z.object({ kind: z.enum(PRINCIPAL_KINDS), id: z.string(), name: z.string() }),
  text: z.string(),
  forAgent: z.boolean().describe("The agent is told of it, and may reply"),
  mentions: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe("Members whom the comment mentions, with their names as they were then"),
  replyTo: z.string().nullable().describe("Of an agent's reply: id of the comment"),
  readAt: instant.nullable().describe("When the agent was first told of it; null for any other comment"),
});
export type ActionComment = z.infer<typeof actionCommentSchema>;
/** A member whom a comment mentions, with the name of then. */
export type Mentioned = ActionComment["mentions"][number];

/** A question of a person to the agent, as the agent reads it. It is told of each until it replies to it. */
export const askedOfAgentSchema = z.object({ id: z.string(), from: z.string(), text: z.string(), at: instant });
export type AskedOfAgent = z.infer<typeof askedOfAgentSchema>;
