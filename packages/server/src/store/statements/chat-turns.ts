import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { ChatSessionRow } from "./chat-sessions.ts";

/** A turn that this process runs while the row has this token. */
export interface HeldTurn {
  workspaceId: string;
  sessionId: string;
  token: string;
}

interface Take extends HeldTurn {
  leaseSeconds: number;
  /** `next`: a new turn. `same`: the waiting one. `lost`: one whose process is gone. `parked`: new, for ended parked calls. */
  how: "next" | "same" | "lost" | "parked";
}

const CONDITION = {
  next: sql`s.status <> 'running' and s.archived_at is null`,
  same: sql`s.status = 'waiting'`,
  lost: sql`s.status = 'running' and s.lease_until < now()`,
  parked: sql`s.status = 'idle' and s.parked`,
} as const;

/** Takes a session for one turn. Undefined if a turn is running, or another caller was first. */
export async function takeTurn(db: Kysely<Schema>, take: Take): Promise<ChatSessionRow | undefined> {
  const isNew = take.how === "next" || take.how === "parked";
  const { rows } = await sql<ChatSessionRow>`
    update chat_session s set status = 'running', rev = s.rev + 1, stop_requested = false, updated_at = now(),
      lease_token = ${take.token}, lease_until = now() + make_interval(secs => ${take.leaseSeconds})
      ${isNew ? sql`, turn = s.turn + 1, round = 0` : sql``}
      ${take.how === "parked" ? sql`, parked = false` : sql``}
    where s.workspace_id = ${take.workspaceId} and s.id = ${take.sessionId} and ${CONDITION[take.how]}
    returning s.*, 0 as waiting`.execute(db);
  return rows[0];
}

/** Records usage and returns the new revision; undefined if the turn no longer belongs to this process. */
export async function touchTurn(
  db: Kysely<Schema>,
  { workspaceId, sessionId, token }: HeldTurn,
  used: { rounds?: number; inputTokens?: number; outputTokens?: number; costMicros?: number } = {},
): Promise<Pick<ChatSessionRow, "rev" | "stopRequested"> | undefined> {
  const { rounds = 0, inputTokens = 0, outputTokens = 0, costMicros = 0 } = used;
  const { rows } = await sql<Pick<ChatSessionRow, "rev" | "stopRequested">>`
    update chat_session set rev = rev + 1, round = round + ${rounds}, updated_at = now(),
      input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
      cost_micros = cost_micros + ${costMicros}
    where workspace_id = ${workspaceId} and id = ${sessionId} and lease_token = ${token}
    returning rev, stop_requested`.execute(db);
  return rows[0];
}

export async function extendTurn(
  db: Kysely<Schema>,
  turn: HeldTurn,
  leaseSeconds: number,
): Promise<{ stopRequested: boolean } | undefined> {
  const { rows } = await sql<{ stopRequested: boolean }>`
    update chat_session set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where workspace_id = ${turn.workspaceId} and id = ${turn.sessionId} and lease_token = ${turn.token}
    returning stop_requested`.execute(db);
  return rows[0];
}

/** Releases the turn, which ends or waits. With `lost`, another process may take it over at once. */
export async function leaveTurn(db: Kysely<Schema>, turn: HeldTurn, to: "idle" | "waiting" | "lost"): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chat_session set rev = rev + 1, updated_at = now(), ${
      to === "lost"
        ? sql`lease_until = now() - interval '1 second'`
        : sql`status = ${to}, lease_token = null, lease_until = null, stop_requested = false`
    }
    where workspace_id = ${turn.workspaceId} and id = ${turn.sessionId} and lease_token = ${turn.token}`.execute(db);
  return numAffectedRows === 1n;
}

/** Cancels a waiting turn and requests cancellation of a running one. Returns the updated session. */
export async function requestStop(
  db: Kysely<Schema>,
  { workspaceId, sessionId }: Omit<HeldTurn, "token">,
): Promise<Pick<ChatSessionRow, "rev" | "status"> | undefined> {
  const { rows } = await sql<Pick<ChatSessionRow, "rev" | "status">>`
    update chat_session set rev = rev + 1, parked = false, stop_requested = (status = 'running'),
      status = case when status = 'waiting' then 'idle' else status end
    where workspace_id = ${workspaceId} and id = ${sessionId}
    returning rev, status`.execute(db);
  return rows[0];
}
