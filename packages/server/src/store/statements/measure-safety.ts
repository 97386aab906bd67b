import { sql, type Kysely } from "kysely";
import type { ActionStatus, PrincipalKind } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import { since } from "./span-of-days.ts";

interface Span {
  workspaceId: string;
  days: number;
}

export interface DoorRow {
  channel: string;
  approved: number;
  rejected: number;
  refined: number;
}

/** Counts decisions by channel. */
export async function measureDoors(db: Kysely<Schema>, { workspaceId, days }: Span): Promise<DoorRow[]> {
  const { rows } = await sql<DoorRow>`
    select d.channel, count(*) filter (where d.verdict = 'approve') as approved,
      count(*) filter (where d.verdict = 'reject') as rejected, count(*) filter (where d.verdict = 'refine') as refined
    from decision d
    where d.workspace_id = ${workspaceId} and d.at >= ${since(days)} and d.channel <> 'retry'
    group by d.channel order by count(*) desc, d.channel`.execute(db);
  return rows;
}

export interface EndRow {
  status: ActionStatus;
  /** Failure code; null for other statuses. */
  code: string | null;
  count: number;
}

/** Counts the actions proposed in the span by current status, and failures by code. */
export async function measureEnds(db: Kysely<Schema>, { workspaceId, days }: Span): Promise<EndRow[]> {
  const { rows } = await sql<EndRow>`
    select a.status, case when a.status = 'failed' then a.error::json ->> 'code' end as code, count(*) as count
    from action a where a.workspace_id = ${workspaceId} and a.created_at >= ${since(days)}
    group by 1, 2 order by count(*) desc, 1, 2`.execute(db);
  return rows;
}

export interface DeclinedRow {
  id: string;
  toolName: string;
  proposedKind: PrincipalKind;
  proposedBy: string;
  proposedName: string;
  byKind: PrincipalKind;
  byId: string;
  byName: string;
  comment: string | null;
  channel: string;
  at: Date;
}

export async function listDeclined(db: Kysely<Schema>, { workspaceId, days }: Span, limit: number): Promise<DeclinedRow[]> {
  const { rows } = await sql<DeclinedRow>`
    select a.id, a.tool_name, a.proposed_kind, a.proposed_by, a.proposed_name,
      d.by_kind, d.by_id, d.by_name, d.comment, d.channel, d.at
    from decision d join action a on a.workspace_id = d.workspace_id and a.id = d.action_id
    where d.workspace_id = ${workspaceId} and d.verdict = 'reject' and d.at >= ${since(days)}
    order by d.at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface SaidRow {
  kind: string;
  actorKind: PrincipalKind;
  actorId: string;
  actorName: string;
  data: string;
  at: Date;
}

/** Events of these kinds, newest first. */
export async function listEventsOfKinds(
  db: Kysely<Schema>,
  { workspaceId, days }: Span,
  kinds: readonly string[],
  limit: number,
): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select e.kind, e.actor_kind, e.actor_id, e.actor_name, e.data, e.at from audit_event e
    where e.workspace_id = ${workspaceId} and e.kind = any(${[...kinds]}::text[]) and e.at >= ${since(days)}
    order by e.seq desc limit ${limit}`.execute(db);
  return rows;
}

export async function countEvents(db: Kysely<Schema>, { workspaceId, days }: Span, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_event e
    where e.workspace_id = ${workspaceId} and e.kind = ${kind} and e.at >= ${since(days)}`.execute(db);
  return rows[0]?.count ?? 0;
}
