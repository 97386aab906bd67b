import type { Kysely, Selectable } from "kysely";
import type { AuditEventTable, Schema } from "../schema.ts";
import type { Actor } from "./row.ts";
import { readSettings, type Setting } from "./setting-evidence.ts";

export type AuditRow = Selectable<AuditEventTable>;

const rowsOf = (db: Kysely<Schema>, workspaceId: string) =>
  db.selectFrom("auditEvent").selectAll().where("workspaceId", "=", workspaceId).orderBy("seq");

export const findEventsOfAction = (db: Kysely<Schema>, workspaceId: string, actionId: string): Promise<AuditRow[]> =>
  rowsOf(db, workspaceId).where("actionId", "=", actionId).execute();

export const findEventsAfter = (db: Kysely<Schema>, workspaceId: string, seq: number, limit: number): Promise<AuditRow[]> =>
  rowsOf(db, workspaceId).where("seq", ">", seq).limit(limit).execute();

export const findAuditHead = (db: Kysely<Schema>, workspaceId: string) =>
  db.selectFrom("auditHead").selectAll().where("workspaceId", "=", workspaceId).executeTakeFirst();

/**
 * Must come first in a transaction that changes tools and appends an event for each. It could otherwise deadlock: it would hold
 * the chain's end and wait for a tool whose other changer waits for the chain's end.
 */
export const lockAuditHead = (db: Kysely<Schema>, workspaceId: string) =>
  db.selectFrom("auditHead").select("seq").where("workspaceId", "=", workspaceId).forUpdate().executeTakeFirstOrThrow();

/**
 * Appends one event that is not about an action. `db` must be the transaction of the change. `settings` lists the changed rows,
 * which are hashed in their state after the change.
 */
export async function appendAuditEvent(
  db: Kysely<Schema>,
  event: { workspaceId: string; kind: string; by: Actor; data: object; actionId?: string; settings?: readonly Setting[] },
): Promise<void> {
  const { settings = [] } = event;
  const hashes = settings.length > 0 && { settingHashes: await readSettings(db, event.workspaceId, settings) };
  await db
    .insertInto("auditEvent")
    .values({
      workspaceId: event.workspaceId,
      kind: event.kind,
      actionId: event.actionId ?? null,
      actorKind: event.by.kind,
      actorId: event.by.id,
      actorName: event.by.name,
      data: JSON.stringify({ ...event.data, ...hashes }),
    })
    .execute();
}
