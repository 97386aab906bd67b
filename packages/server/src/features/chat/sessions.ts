import { randomBytes } from "node:crypto";
import type { ChatCall, ChatMessage, ChatSession, ChangeChatSession } from "@countersign/protocol";
import { sql } from "kysely";
import type { Chats, ChatSessionQuery } from "./chats.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { listChatAgents, type ChatAgentRow } from "../../store/statements/chat-agents.ts";
import { listChatMessages, type ChatCallRow, type ChatMessageRow } from "../../store/statements/chat-messages.ts";
import {
  findChatSession,
  listChatSessions,
  type ChatReader,
  type ChatSessionPosition,
  type ChatSessionRow,
} from "../../store/statements/chat-sessions.ts";
import { agentNow, toAgent } from "./agents.ts";
import type { ChatDeps } from "./chat-deps.ts";

const PAGE = 30;
const NO_SESSION = "You have no conversation with this id.";
const NOT_READ = "There is no conversation with this id that you may read.";
const NEW_TITLE = "New conversation";

/** Approvers read the conversations of everyone, except those of agents with private sessions; administrators read all. */
const readerOf = (by: Principal): ChatReader => ({
  userId: by.id,
  reads: hasRole(by, "admin") ? "all" : hasRole(by, "approver") ? "open" : "own",
});

/** Finds a conversation for its owner, who alone writes in it. */
export async function findOwn(
  { database }: Pick<ChatDeps, "database">,
  by: Principal,
  id: string,
): Promise<Result<ChatSessionRow>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people have conversations.");
  const row = await findChatSession(database.kysely, {
    workspaceId: by.workspaceId,
    id,
    reader: { userId: by.id, reads: "own" },
  });
  return row ? ok(row) : refuse("NOT_FOUND", NO_SESSION);
}

/** Reads the current conversation for a person who may read it. */
export async function readSession(deps: Pick<ChatDeps, "database">, by: Principal, id: string): Promise<Result<ChatSession>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read conversations.");
  const { kysely } = deps.database;
  const row = await findChatSession(kysely, { workspaceId: by.workspaceId, id, reader: readerOf(by) });
  if (!row) return refuse("NOT_FOUND", NOT_READ);
  const [agent] = await listChatAgents(kysely, by.workspaceId, row.agentId);
  return ok(toSession(row, agent));
}

/** Reads and stores conversations; turns are run by `turns.ts`. */
export function createSessions(deps: ChatDeps): Pick<Chats, "sessions" | "create" | "read" | "changesAfter" | "change"> {
  const { kysely } = deps.database;
  const agentsOf = async (workspaceId: string) =>
    new Map((await listChatAgents(kysely, workspaceId)).map((agent) => [agent.agentId, agent]));

  return {
    async sessions(by, query) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people have conversations.");
      const after = readCursor(query.cursor);
      if (after === null) return refuse("INVALID_INPUT", "This cursor is not valid. Start again without a cursor.");
      const limit = query.limit ?? PAGE;
      const rows = await listChatSessions(kysely, { ...filterOf(by, query), ...(after && { after }), limit: limit + 1 });
      const agents = await agentsOf(by.workspaceId);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return ok({
        items: rows.slice(0, limit).map((row) => toSession(row, agents.get(row.agentId))),
        nextCursor: last ? Buffer.from(JSON.stringify([last.updatedAtMicros, last.id])).toString("base64url") : null,
      });
    },

    async create(by, { agentId, title }) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people have conversations.");
      const agent = await agentNow(kysely, by.workspaceId, agentId);
      if (!agent.ok) return agent;
      const id = `ses_${randomBytes(12).toString("hex")}`;
      const { workspaceId } = by;
      await kysely
        .insertInto("chatSession")
        .values({ workspaceId, id, ownerId: by.id, agentId, title: title ?? NEW_TITLE, leaseToken: null })
        .execute();
      return readSession(deps, by, id);
    },

    async read(by, id) {
      const session = await readSession(deps, by, id);
      if (!session.ok) return session;
      const [messages, briefing] = await Promise.all([
        listChatMessages(kysely, { workspaceId: by.workspaceId, sessionId: id }),
        deps.engine.actions.briefing(by, { sessionId: id }),
      ]);
      if (!briefing.ok) return briefing;
      return ok({ session: session.value, messages: messages.map(toMessage), briefing: briefing.value });
    },

    async changesAfter(by, id, rev) {
      const session = await readSession(deps, by, id);
      if (!session.ok) return session;
      if (session.value.rev === rev) return ok({ session: session.value, messages: [] });
      const messages = await listChatMessages(kysely, { workspaceId: by.workspaceId, sessionId: id }, rev);
      // Messages newer than the session row that was read are returned by the next call, with their revision.
      const until = messages.filter((message) => message.rev <= session.value.rev);
      return ok({ session: session.value, messages: until.map(toMessage) });
    },

    change: (by, id, request) => changeSession(deps, by, id, request),
  };
}

async function changeSession(
  deps: ChatDeps,
  by: Principal,
  id: string,
  { title, archived, agentId }: ChangeChatSession,
): Promise<Result<ChatSession>> {
  const { kysely } = deps.database;
  const found = await findOwn(deps, by, id);
  if (!found.ok) return found;
  if (agentId !== undefined) {
    const agent = await agentNow(kysely, by.workspaceId, agentId);
    if (!agent.ok) return agent;
  }
  const isSwitched = agentId !== undefined && agentId !== found.value.agentId;
  const needsRest = isSwitched || archived === true;
  const changed = await kysely
    .updateTable("chatSession")
    .set({
      rev: sql<number>`rev + 1`,
      updatedAt: sql<Date>`now()`,
      ...(title !== undefined && { title }),
      ...(archived !== undefined && { archivedAt: archived ? sql<Date>`now()` : null }),
      ...(isSwitched && {
        agentId,
        parked: false,
        agentSince: sql<number>`(select coalesce(max(m.seq), 0) + 1 from chat_message m
            where m.workspace_id = chat_session.workspace_id and m.session_id = chat_session.id)`,
      }),
    })
    .where("workspaceId", "=", by.workspaceId)
    .where("id", "=", id)
    .$if(needsRest, (query) => query.where("status", "=", "idle"))
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n)
    return refuse("INVALID_STATE", "The agent is still working in this conversation. Stop it first.");
  deps.live.tellChange(by.workspaceId, id);
  return readSession(deps, by, id);
}

/** Returns a title from the first message, unless the conversation already has one. */
export const titleOf = (session: Pick<ChatSessionRow, "title">, words: string): string | undefined =>
  session.title === NEW_TITLE ? words.replace(/\s+/g, " ").trim().slice(0, 80) || undefined : undefined;

const filterOf = (by: Principal, { archived = false, everyone = false, q }: ChatSessionQuery) => ({
  workspaceId: by.workspaceId,
  reader: everyone ? readerOf(by) : { userId: by.id, reads: "own" as const },
  archived,
  ...(q !== undefined && q.trim() !== "" && { q: q.trim() }),
});

/** Returns null for a cursor that no page of this server returned. */
function readCursor(cursor: string | undefined): ChatSessionPosition | undefined | null {
  if (cursor === undefined) return undefined;
  try {
    const [micros, id] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
    const isRead = typeof micros === "string" && /^\d{1,16}$/.test(micros) && typeof id === "string";
    return isRead ? { updatedAtMicros: micros, id } : null;
  } catch {
    return null;
  }
}

export function toSession(row: ChatSessionRow, agent: ChatAgentRow | undefined): ChatSession {
  const { inputTokens, outputTokens, costMicros } = row;
  const { name, modelLabel, isScript, limits } = agent
    ? toAgent(agent)
    : {
        name: row.agentId,
        modelLabel: "",
        isScript: false,
        limits: {
          softRounds: 1,
          hardRounds: 1,
          identicalCalls: 1,
          resultCharacters: 200,
          sessionTokens: null,
          sessionCostMicros: null,
          unansweredSeconds: null,
        },
      };
  return {
    id: row.id,
    title: row.title,
    owner: { id: row.ownerId, name: row.ownerName },
    status: row.status,
    agent: { id: row.agentId, name, modelLabel, isScript },
    rev: row.rev,
    turn: row.turn,
    round: row.round,
    usage: { inputTokens, outputTokens, costMicros },
    limits,
    waiting: row.waiting,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

const toMessage = (row: ChatMessageRow): ChatMessage => ({
  seq: row.seq,
  rev: row.rev,
  role: row.role,
  text: row.text,
  status: row.status,
  error: row.error,
  by: row.byKind === null || row.byId === null ? null : { kind: row.byKind, id: row.byId, name: row.byName ?? row.byId },
  about: row.about,
  calls: row.calls.map(toCall),
  createdAt: row.createdAt.toISOString(),
});

const toCall = (row: ChatCallRow): ChatCall => ({
  id: row.callId,
  toolName: row.toolName,
  input: parsed(row.input) ?? {},
  actionIds: row.actionIds,
  state: row.state,
  outcome: parsed(row.outcome),
  refusal: row.refusal,
  widget: parsed(row.widget),
});
