import { sql, type Kysely, type Selectable } from "kysely";
import type { ChatCallTable, ChatMessageTable } from "../chat-tables.ts";
import type { Schema } from "../schema.ts";

export type ChatCallRow = Selectable<ChatCallTable>;
export type ChatMessageRow = Selectable<ChatMessageTable> & { calls: ChatCallRow[] };
interface Place {
  workspaceId: string;
  sessionId: string;
}

/** Messages of a session that changed after revision `afterRev`, in order, with their calls. */
export async function listChatMessages(
  db: Kysely<Schema>,
  { workspaceId, sessionId }: Place,
  afterRev = 0,
): Promise<ChatMessageRow[]> {
  const messages = await db
    .selectFrom("chatMessage")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("sessionId", "=", sessionId)
    .where("rev", ">", afterRev)
    .orderBy("seq")
    .execute();
  if (messages.length === 0) return [];
  const calls = await db
    .selectFrom("chatCall")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("sessionId", "=", sessionId)
    .where("seq", ">=", messages[0]!.seq)
    .orderBy("seq")
    .orderBy("place")
    .execute();
  const bySeq = groupBySeq(calls);
  return messages.map((message) => ({ ...message, calls: bySeq.get(message.seq) ?? [] }));
}

function groupBySeq(calls: readonly ChatCallRow[]): Map<number, ChatCallRow[]> {
  const groups = new Map<number, ChatCallRow[]>();
  for (const call of calls) {
    const group = groups.get(call.seq);
    if (group) group.push(call);
    else groups.set(call.seq, [call]);
  }
  return groups;
}

export type NewChatMessage = Pick<ChatMessageRow, "turn" | "role" | "text" | "status" | "byKind" | "byId" | "byName"> &
  Partial<Pick<ChatMessageRow, "about" | "messageKey" | "error">>;

/** Appends a message and returns its sequence number. The transaction must hold the lock on the session's row. */
export async function appendChatMessage(
  trx: Kysely<Schema>,
  { workspaceId, sessionId, rev }: Place & { rev: number },
  message: NewChatMessage,
): Promise<number> {
  const { seq } = await trx
    .insertInto("chatMessage")
    .values({
      error: null,
      messageKey: null,
      providerData: null,
      ...message,
      workspaceId,
      sessionId,
      rev,
      seq: sql<number>`(select coalesce(max(m.seq), 0) + 1 from chat_message m
        where m.workspace_id = ${workspaceId} and m.session_id = ${sessionId})`,
    })
    .returning("seq")
    .executeTakeFirstOrThrow();
  return seq;
}

export const changeChatMessage = (
  trx: Kysely<Schema>,
  { workspaceId, sessionId, seq }: Place & { seq: number },
  change: Partial<Pick<ChatMessageRow, "rev" | "text" | "status" | "error" | "providerData">>,
) =>
  trx
    .updateTable("chatMessage")
    .set(change)
    .where("workspaceId", "=", workspaceId)
    .where("sessionId", "=", sessionId)
    .where("seq", "=", seq)
    .execute();

export const insertChatCalls = (
  trx: Kysely<Schema>,
  calls: readonly Pick<
    ChatCallRow,
    "workspaceId" | "sessionId" | "seq" | "place" | "callId" | "toolName" | "input" | "supersedes" | "providerData"
  >[],
) =>
  trx
    .insertInto("chatCall")
    .values(calls.map((call) => ({ outcome: null, refusal: null, widget: null, ...call })))
    .execute();

export const changeChatCall = (
  trx: Kysely<Schema>,
  { workspaceId, sessionId, seq, place }: Place & { seq: number; place: number },
  change: Partial<Pick<ChatCallRow, "state" | "actionIds" | "outcome" | "refusal" | "widget">>,
) =>
  trx
    .updateTable("chatCall")
    .set(change)
    .where("workspaceId", "=", workspaceId)
    .where("sessionId", "=", sessionId)
    .where("seq", "=", seq)
    .where("place", "=", place)
    .execute();

/** Finds a message by the key that its sender assigned. */
export const findMessageByKey = (db: Kysely<Schema>, { workspaceId, sessionId }: Place, key: string) =>
  db
    .selectFrom("chatMessage")
    .select("seq")
    .where("workspaceId", "=", workspaceId)
    .where("sessionId", "=", sessionId)
    .where("messageKey", "=", key)
    .executeTakeFirst();
