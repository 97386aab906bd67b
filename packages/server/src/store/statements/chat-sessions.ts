import { sql, type Kysely, type Selectable } from "kysely";
import type { ChatSessionTable } from "../chat-tables.ts";
import type { Schema } from "../schema.ts";
import { instantOf, microsOf } from "./micros.ts";
import { isClosedTo } from "./private-sessions.ts";

export type ChatSessionRow = Selectable<ChatSessionTable> & {
  /** Number of its pending proposals. */
  waiting: number;
  ownerName: string;
};

/** A person, and which conversations they read: `own` ones only, those of everyone that are not private, or all. */
export interface ChatReader {
  userId: string;
  reads: "own" | "open" | "all";
}

const isReadBy = ({ userId, reads }: ChatReader) => {
  if (reads === "all") return sql`true`;
  if (reads === "own") return sql`s.owner_id = ${userId}`;
  return sql`not ${isClosedTo(userId, { workspaceId: sql`s.workspace_id`, sessionId: sql`s.id` })}`;
};

const withCounts = sql`s.*, (select count(*) from action a
  where a.workspace_id = s.workspace_id and a.session_id = s.id and a.status = 'pending')::int as waiting,
  coalesce((select p.name from person p where p.id = s.owner_id), s.owner_id) as owner_name`;

export interface ChatSessionFilter {
  workspaceId: string;
  reader: ChatReader;
  archived: boolean;
  /** Text looked for in titles and messages. */
  q?: string;
  limit: number;
  /** Cursor: the last row of the previous page. */
  after?: ChatSessionPosition;
}

/** The last conversation of a page. `updatedAtMicros` is when it changed, in microseconds since 1970, as text. */
export interface ChatSessionPosition {
  updatedAtMicros: string;
  id: string;
}

/** Most recently changed first. */
export async function listChatSessions(
  db: Kysely<Schema>,
  filter: ChatSessionFilter,
): Promise<(ChatSessionRow & ChatSessionPosition)[]> {
  const { workspaceId, reader, archived, q, limit, after } = filter;
  const pattern = q === undefined ? undefined : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<ChatSessionRow & ChatSessionPosition>`
    select ${withCounts}, ${microsOf("s.updated_at")} as updated_at_micros from chat_session s
    where s.workspace_id = ${workspaceId} and ${isReadBy(reader)}
      and (s.archived_at is not null) = ${archived}
      ${
        pattern === undefined
          ? sql``
          : sql`and (s.title ilike ${pattern} or exists (select from chat_message m
        where m.workspace_id = s.workspace_id and m.session_id = s.id and m.role <> 'note' and m.text ilike ${pattern}))`
      }
      ${after === undefined ? sql`` : sql`and (s.updated_at, s.id) < (${instantOf(after.updatedAtMicros)}, ${after.id})`}
    order by s.updated_at desc, s.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Finds a chat session. With `reader`, returns undefined also for a session that this person may not read. */
export async function findChatSession(
  db: Kysely<Schema>,
  { workspaceId, id, reader }: { workspaceId: string; id: string; reader?: ChatReader },
): Promise<ChatSessionRow | undefined> {
  const { rows } = await sql<ChatSessionRow>`
    select ${withCounts} from chat_session s
    where s.workspace_id = ${workspaceId} and s.id = ${id}
      ${reader === undefined ? sql`` : sql`and ${isReadBy(reader)}`}`.execute(db);
  return rows[0];
}

/**
 * Sessions whose turn may continue: what it waits for is over, or the process that ran it is gone. At most 100 of each
 * workspace, so that none keeps another from its turn.
 */
export async function findDueSessions(db: Kysely<Schema>, workspaceIds: readonly string[]): Promise<ChatSessionRow[]> {
  const stillOpen = (state: string) => sql`exists (
    select from chat_call c cross join unnest(c.action_ids) as one (id)
    join action a on a.workspace_id = c.workspace_id and a.id = one.id
    where c.workspace_id = s.workspace_id and c.session_id = s.id and c.state = ${state}
      and a.status in ('pending', 'approved', 'executing'))`;
  const { rows } = await sql<ChatSessionRow>`
    select due.*, 0 as waiting, due.owner_id as owner_name from unnest(${[...workspaceIds]}::text[]) as served (id) cross join lateral (
      select * from chat_session s where s.workspace_id = served.id and (
        (s.status = 'running' and s.lease_until < now())
        or (s.status = 'waiting' and not ${stillOpen("open")})
        or (s.status = 'idle' and s.parked and not ${stillOpen("parked")}))
      order by s.updated_at limit 100
    ) due`.execute(db);
  return rows;
}
