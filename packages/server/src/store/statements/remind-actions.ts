import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEventsOf, SYSTEM, wireInstant, type ActionRow } from "./row.ts";

type Told = Pick<ActionRow, "workspaceId" | "id">;

/** Marks actions due for a reminder, each once, by the database's clock. */
export async function remindActions(db: Kysely<Schema>): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with due as (
      select workspace_id, id from action
      where status = 'pending' and remind_at <= now() order by remind_at limit 500 for update skip locked
    ), reminded as (
      update action a set version = a.version + 1, reminded_at = now(), remind_at = null
      from due where a.workspace_id = due.workspace_id and a.id = due.id and a.status = 'pending'
      returning a.*
    ), event as (${appendEventsOf("reminded", {
      kind: sql`'action.reminded'`,
      actor: SYSTEM,
      extra: sql`jsonb_build_object('remindedAt', ${wireInstant(sql`a.reminded_at`)})`,
    })})
    select workspace_id, id from reminded`.execute(db);
  return rows;
}

/** Escalates due actions, each once, and records the added approvers. If the tool no longer names any, nobody is added. */
export async function escalateActions(db: Kysely<Schema>): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with due as (
      select workspace_id, id, tool_name from action
      where status = 'pending' and escalate_at <= now() order by escalate_at limit 500 for update skip locked
    ), looked_at as (
      select d.workspace_id, d.id, t.escalate_to from due d
      left join tool t on t.workspace_id = d.workspace_id and t.name = d.tool_name
    ), passed as (
      update action a set version = a.version + 1, escalate_at = null, escalated_to = l.escalate_to,
        escalated_at = case when l.escalate_to is not null then now() end
      from looked_at l where a.workspace_id = l.workspace_id and a.id = l.id and a.status = 'pending'
      returning a.*
    ), escalated as (
      select * from passed where escalated_at is not null
    ), event as (${appendEventsOf("escalated", {
      kind: sql`'action.escalated'`,
      actor: SYSTEM,
      extra: sql`jsonb_build_object('escalatedTo', a.escalated_to::jsonb,
        'escalatedAt', ${wireInstant(sql`a.escalated_at`)})`,
    })})
    select workspace_id, id from escalated`.execute(db);
  return rows;
}
