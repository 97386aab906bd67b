import { MAX_COMMENTS, type ActionComment, type AskedOfAgent, type Outcome } from "@countersign/protocol";
import { hasRole, mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { Comments } from "../../ports/actions.ts";
import {
  addComment,
  findAsked,
  findAskedOfAgent,
  findMembersNamed,
  isChat,
  listComments,
  noteRead,
  type CommentRow,
  type NewComment,
} from "../../store/statements/comments.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { asOfNow } from "../decisions/decider.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";

const MAX_LISTED = 50;
/** For an agent that is shown the message only. */
const ASKED = "People have questions about this call (see `comments`). Reply once to each.";

/**
 * Stores comments of people on an action and the replies of its agent. None of them changes the action. An agent reads only
 * questions to it about its own actions, and replies once to each.
 */
export function createComments(deps: EngineDeps): Comments {
  const { kysely } = deps.database;

  async function add(comment: NewComment): Promise<Result<ActionComment>> {
    const { workspaceId, actionId, by, replyTo, idempotencyKey } = comment;
    const added = await addComment(kysely, comment, MAX_COMMENTS);
    if (added === "full")
      return refuse("INVALID_STATE", `This action already has ${MAX_COMMENTS} comments, which is the limit.`);
    if (added === "added") deps.database.notify(workspaceId);
    const stored = (await listComments(kysely, workspaceId, actionId)).find((one) =>
      added === "added"
        ? one.id === comment.id
        : replyTo !== null
          ? one.replyTo === replyTo
          : one.byId === by.id && one.idempotencyKey === idempotencyKey,
    );
    if (!stored) throw new Error("a comment that was stored is not there");
    return isSame(stored, comment) ? ok(toComment(stored)) : refuseOther(replyTo);
  }

  return {
    async add(by, actionId, { text, forAgent = false, mentions = [], idempotencyKey = null }) {
      const row = hasRole(by, "viewer") ? await findAction(kysely, by.workspaceId, actionId, by.id) : undefined;
      if (!row) return noAction();
      const refused = forAgent ? await refuseToAsk(deps, asOfNow(by, row), row) : undefined;
      if (refused) return refused;
      const named = await findMentioned(deps, by, mentions);
      if (!named.ok) return named;
      const { kind, id, name } = by;
      const about = { workspaceId: by.workspaceId, actionId, id: newId(), by: { kind, id, name } };
      return add({ ...about, said: text, forAgent, mentions: named.value, replyTo: null, idempotencyKey });
    },

    async reply(by, actionId, commentId, { text }) {
      const row = await findAction(kysely, by.workspaceId, actionId);
      if (!row || by.kind !== "agent" || row.proposedBy !== by.id) return noAction();
      const asked = (await listComments(kysely, by.workspaceId, actionId)).find(({ id }) => id === commentId);
      if (!asked?.forAgent) return refuse("NOT_FOUND", "There is no comment for you with this id.");
      const { kind, id, name } = by;
      const about = { workspaceId: by.workspaceId, actionId, id: newId(), by: { kind, id, name } };
      return add({ ...about, said: text, forAgent: false, mentions: [], replyTo: commentId, idempotencyKey: null });
    },

    async asked(by) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent can reply to a question about its own call.");
      const { workspaceId, id: agentId } = by;
      const rows = await findAskedOfAgent(kysely, { workspaceId, agentId, most: MAX_LISTED });
      for (const actionId of new Set(rows.map((row) => row.actionId))) await noteTold(deps, by, actionId);
      return ok(rows.map(({ actionId, toolName, asked }) => ({ pendingActionId: actionId, toolName, ...asked })));
    },
  };
}

const noAction = () => refuse("NOT_FOUND", "There is no such action in this workspace.");

/** Whether a comment that is stored says what is to be stored. */
const isSame = (stored: CommentRow, { said, forAgent, mentions }: NewComment): boolean =>
  stored.said === said && stored.forAgent === forAgent && idsOf(stored.mentions) === idsOf(mentions);

const idsOf = (people: NewComment["mentions"]): string => people.map(({ id }) => id).join();

/** The members with these ids, each once, in this order. Every member may read every action of the workspace. */
async function findMentioned(
  { database }: EngineDeps,
  { workspaceId }: Principal,
  ids: readonly string[],
): Promise<Result<NewComment["mentions"]>> {
  const members = new Map((await findMembersNamed(database.kysely, workspaceId, ids)).map((one) => [one.id, one]));
  const errors = ids.flatMap((id, n) =>
    members.has(id) ? [] : [{ path: `/mentions/${n}`, message: "is not a member of this workspace" }],
  );
  if (errors.length > 0)
    return refuse("INVALID_INPUT", "A comment can only mention members of the workspace. Nothing was stored.", { errors });
  return ok([...new Set(ids)].flatMap((id) => members.get(id) ?? []));
}

const refuseOther = (replyTo: string | null) =>
  replyTo === null
    ? refuse("IDEMPOTENCY_CONFLICT", "This idempotency key was used for another comment. Send this comment with a new key.")
    : refuse("INVALID_STATE", "You have already replied to this comment. A reply cannot be changed.");

/** Refuses a question that nobody may ask, or that the agent would never be told of. */
async function refuseToAsk(
  { database }: EngineDeps,
  by: Principal,
  { workspaceId, sessionId, proposedKind }: StoredAction,
): Promise<{ ok: false; refusal: Refusal } | undefined> {
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can ask the agent.");
  if (proposedKind !== "agent")
    return refuse("INVALID_STATE", "No agent proposed this action, so a comment cannot be sent to an agent.");
  if (sessionId !== null && (await isChat(database.kysely, workspaceId, sessionId)))
    return refuse("INVALID_STATE", "This call was made in a chat. Ask the agent in that conversation.");
  return undefined;
}

const toComment = (row: CommentRow): ActionComment => ({
  id: row.id,
  at: row.at.toISOString(),
  by: { kind: row.byKind, id: row.byId, name: row.byName },
  text: row.said,
  forAgent: row.forAgent,
  mentions: row.mentions,
  replyTo: row.replyTo,
  readAt: row.readAt?.toISOString() ?? null,
});

/** The comments that this principal may read: people all, an agent what it is asked and has replied. */
export async function readComments({ database }: EngineDeps, by: Principal, actionId: string): Promise<ActionComment[]> {
  const comments = (await listComments(database.kysely, by.workspaceId, actionId)).map(toComment);
  return by.kind === "agent" ? comments.filter(({ forAgent, replyTo }) => forAgent || replyTo !== null) : comments;
}

/** Notes, once, that the agent was told what people ask it about the action. */
export async function noteTold({ database }: EngineDeps, { workspaceId, ...by }: Principal, actionId: string): Promise<void> {
  if (await noteRead(database.kysely, workspaceId, actionId, by)) database.notify(workspaceId);
}

/** The outcome with what people ask the agent about its action, of which it is noted that the agent was told. */
export async function withAsked(deps: EngineDeps, by: Principal, outcome: Outcome): Promise<Outcome> {
  const { pendingActionId } = outcome;
  if (pendingActionId === null) return outcome;
  const comments: AskedOfAgent[] = await findAsked(deps.database.kysely, by.workspaceId, pendingActionId);
  if (comments.length === 0) return outcome;
  await noteTold(deps, by, pendingActionId);
  return { ...outcome, message: `${outcome.message} ${ASKED}`, comments };
}
