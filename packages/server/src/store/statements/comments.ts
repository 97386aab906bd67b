import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import type { AskedOfAgent, Mentioned } from "@countersign/protocol";
import type { ActionCommentTable } from "../decision-tables.ts";
import type { Schema } from "../schema.ts";
import { appendEventsOf, wireInstant, type Actor } from "./row.ts";

export type CommentRow = Selectable<ActionCommentTable>;

export interface NewComment {
  workspaceId: string;
  actionId: string;
  id: string;
  by: Actor;
  said: string;
  forAgent: boolean;
  mentions: readonly Mentioned[];
  replyTo: string | null;
  idempotencyKey: string | null;
}

/** SQL: how many comments the action in the row with this alias has. */
export const commentsOf = (action: string): RawBuilder<number> => {
  const a = sql.ref(action);
  return sql`(select count(*)::int from action_comment c where c.workspace_id = ${a}.workspace_id and c.action_id = ${a}.id)`;
};

/**
 * Stores a comment and appends the event. `full`: the action has `most` comments; `known`: one with this idempotency key, or a reply
 * to this comment, is there. Locks the action first, so that of several at once each counts those before it.
 */
export async function addComment(
  db: Kysely<Schema>,
  { by, ...comment }: NewComment,
  most: number,
): Promise<"added" | "full" | "known"> {
  const { workspaceId, actionId, id, said, forAgent, mentions, replyTo, idempotencyKey } = comment;
  return db.transaction().execute(async (transaction) => {
    await sql`select from action where workspace_id = ${workspaceId} and id = ${actionId} for update`.execute(transaction);
    const before = await transaction
      .selectFrom("actionComment")
      .select(["id", "byId", "idempotencyKey", "replyTo"])
      .where("workspaceId", "=", workspaceId)
      .where("actionId", "=", actionId)
      .execute();
    const isSame = (one: (typeof before)[number]): boolean =>
      (replyTo !== null && one.replyTo === replyTo) ||
      (idempotencyKey !== null && one.byId === by.id && one.idempotencyKey === idempotencyKey);
    if (before.some(isSame)) return "known";
    if (before.length >= most) return "full";
    const asked = before.find((one) => one.id === replyTo);
    const extra = {
      comment: said,
      commentId: id,
      ...(forAgent && { forAgent }),
      ...(mentions.length > 0 && { mentions }),
      ...(asked && { replyTo, askedBy: asked.byId }),
      commentCount: before.length + 1,
    };
    await sql`
      with about as (
        select * from action where workspace_id = ${workspaceId} and id = ${actionId}
      ), added as (
        insert into action_comment
          (workspace_id, action_id, id, by_kind, by_id, by_name, said, for_agent, mentions, reply_to, idempotency_key)
        select workspace_id, id, ${id}, ${by.kind}, ${by.id}, ${by.name}, ${said}, ${forAgent},
          ${JSON.stringify(mentions)}::jsonb, ${replyTo}, ${idempotencyKey} from about returning id
      )
      ${appendEventsOf("about", {
        kind: sql.lit(replyTo === null ? "action.commented" : "action.replied"),
        actor: by,
        extra: sql`${JSON.stringify(extra)}::jsonb`,
        after: "added",
      })}`.execute(transaction);
    return "added";
  });
}

/** Returns the people with these ids who are members of the workspace, with their names, in any order. */
export async function findMembersNamed(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): Promise<Mentioned[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Mentioned>`
    select p.id, p.name from member m join person p on p.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** All comments and replies of an action, oldest first. */
export const listComments = (db: Kysely<Schema>, workspaceId: string, actionId: string): Promise<CommentRow[]> =>
  db
    .selectFrom("actionComment")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("actionId", "=", actionId)
    .orderBy("at")
    .orderBy("id")
    .execute();

/** SQL: whether row `c` is a question to the agent, and the agent has not replied to it. */
const IS_OPEN = sql`c.for_agent and not exists (select from action_comment r
  where r.workspace_id = c.workspace_id and r.action_id = c.action_id and r.reply_to = c.id)`;

/**
 * SQL: `unread` if people ask the agent something about the action in the row with this alias that it was not told yet, `read` if it
 * was told but has not replied, else null.
 */
export const askedAbout = (action: string): RawBuilder<"unread" | "read" | null> => {
  const a = sql.ref(action);
  return sql`(select case when bool_or(c.read_at is null) then 'unread' when count(*) > 0 then 'read' end from action_comment c
    where c.workspace_id = ${a}.workspace_id and c.action_id = ${a}.id and ${IS_OPEN})`;
};

/** What people ask the agent about this action and it has not replied to, oldest first. */
export async function findAsked(db: Kysely<Schema>, workspaceId: string, actionId: string): Promise<AskedOfAgent[]> {
  const { rows } = await sql<AskedOfAgent>`
    select c.id, c.by_name as from, c.said as text, ${wireInstant(sql`c.at`)} as at from action_comment c
    where c.workspace_id = ${workspaceId} and c.action_id = ${actionId} and ${IS_OPEN} order by c.at, c.id`.execute(db);
  return rows;
}

/** What people ask an agent about any of its actions and it has not replied to, newest first. */
export async function findAskedOfAgent(
  db: Kysely<Schema>,
  { workspaceId, agentId, most }: { workspaceId: string; agentId: string; most: number },
): Promise<{ actionId: string; toolName: string; asked: AskedOfAgent }[]> {
  const { rows } = await sql<{ actionId: string; toolName: string; asked: AskedOfAgent }>`
    select a.id as action_id, a.tool_name,
      json_build_object('id', c.id, 'from', c.by_name, 'text', c.said, 'at', ${wireInstant(sql`c.at`)}) as asked
    from action_comment c join action a on a.workspace_id = c.workspace_id and a.id = c.action_id
    where c.workspace_id = ${workspaceId} and a.proposed_by = ${agentId} and ${IS_OPEN}
    order by c.at desc, c.id desc limit ${most}`.execute(db);
  return rows;
}

/** Notes that the agent was told what people ask it about an action, and appends the event unless it was told before. */
export async function noteRead(db: Kysely<Schema>, workspaceId: string, actionId: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with about as (
      select a.* from action a where a.workspace_id = ${workspaceId} and a.id = ${actionId} for update
    ), told as (
      update action_comment c set read_at = now() from about
      where c.workspace_id = about.workspace_id and c.action_id = about.id and c.for_agent and c.read_at is null returning c.id
    ), first_told as (
      select about.* from about where exists (select from told)
    ), event as (${appendEventsOf("first_told", {
      kind: sql`'action.comment_read'`,
      actor: by,
      extra: sql`jsonb_build_object('commentCount', ${commentsOf("a")}, 'commentIds', (select jsonb_agg(told.id order by told.id) from told))`,
    })})
    select 1 from first_told`.execute(db);
  return rows.length === 1;
}

/** Comments of these actions that differ from their events, and events whose comment was deleted. */
export async function findCommentsBesideTheirEvents(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]) {
  const { rows } = await sql<{ actionId: string; seq: number | null }>`
    with told as (
      select e.seq, e.action_id, e.actor_kind, e.actor_id, e.actor_name, e.data::jsonb as data from audit_event e
      where e.workspace_id = ${workspaceId} and e.action_id = any(${[...ids]}::text[]) and e.kind in ('action.commented', 'action.replied')
    ), kept as (
      select * from action_comment where workspace_id = ${workspaceId} and action_id = any(${[...ids]}::text[])
    )
    select coalesce(t.action_id, k.action_id) as action_id, t.seq
    from told t full join kept k on k.action_id = t.action_id and k.id = t.data ->> 'commentId'
      and k.by_kind = t.actor_kind and k.by_id = t.actor_id and k.by_name = t.actor_name and k.said = t.data ->> 'comment'
      and k.for_agent = coalesce((t.data ->> 'forAgent')::boolean, false)
      and k.mentions = coalesce(t.data -> 'mentions', '[]')
      and k.reply_to is not distinct from t.data ->> 'replyTo'
    where t.seq is null or k.id is null order by 2 nulls first`.execute(db);
  return rows;
}

/** Whether the session is a conversation in the built-in chat. */
export async function isChat(db: Kysely<Schema>, workspaceId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from chat_session where workspace_id = ${workspaceId} and id = ${sessionId}`.execute(db);
  return rows.length > 0;
}
