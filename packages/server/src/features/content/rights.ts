import { randomUUID } from "node:crypto";
import type { FolderRight } from "@countersign/protocol";
import { sql, type Kysely } from "kysely";
import type { ContentAdmin } from "./content-admin.ts";
import { requireConfirm } from "../../core/judge-lowering.ts";
import { ok, refuse, type Refusal } from "../../core/refusal.ts";
import { findWidenedRights } from "./widened-rights.ts";
import type { Schema } from "../../store/schema.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import type { Query } from "../../tools/connectors/content/embedded/element-rows.ts";
import { refuseNonAdmins, type ContentDeps } from "./content-deps.ts";
import { queryHandle } from "./query-handle.ts";

/** Reads and replaces the folder rights: who may do what in which folder. */
export function createRights({ database, handle }: ContentDeps): Pick<ContentAdmin, "rights" | "writeRights"> {
  return {
    async rights(by) {
      return refuseNonAdmins(by) ?? ok(await listRights(handle.query, by.workspaceId));
    },

    async writeRights(by, rights, confirm) {
      const refused = refuseNonAdmins(by);
      if (refused) return refused;
      const keys = rights.map(({ folder, kind, who }) => JSON.stringify([folder, kind, who.kind, who.id]));
      const again = keys.findIndex((key, n) => keys.indexOf(key) < n);
      if (again !== -1) {
        const errors = [{ path: `/items/${again}`, message: "has the same folder, kind and people as an entry above" }];
        return refuse("INVALID_INPUT", "Two entries apply to the same folder, kind and people.", { errors });
      }
      const refusal = await database.kysely.transaction().execute(async (trx): Promise<Refusal | undefined> => {
        await lockAuditHead(trx, by.workspaceId);
        const { query } = queryHandle(trx);
        const names = await namesOf(trx, by.workspaceId);
        const widened = findWidenedRights(await listRights(query, by.workspaceId), rights, names);
        const judged = requireConfirm(widened, confirm);
        if (judged.refusal) return judged.refusal;
        await query("delete from content_right where workspace_id = $1", [by.workspaceId]);
        for (const { folder, kind, who, rights: may } of rights) {
          await query(
            `insert into content_right (workspace_id, id, folder, kind, who_kind, who_id, rights)
             values ($1, $2, $3, $4, $5, $6, $7::text[])`,
            [by.workspaceId, randomUUID(), folder, kind, who.kind, who.id, may],
          );
        }
        await appendAuditEvent(trx, {
          workspaceId: by.workspaceId,
          kind: "content_rights.changed",
          by,
          settings: [["content_right"]],
          data: { rights, ...(widened.length > 0 ? { lowered: widened } : {}) },
        });
        return undefined;
      });
      if (refusal) return { ok: false, refusal };
      return ok(await listRights(handle.query, by.workspaceId));
    },
  };
}

/** Returns a function that names the agent or person of a folder right, as people know it. */
async function namesOf(db: Kysely<Schema>, workspaceId: string): Promise<(who: FolderRight["who"]) => string> {
  const { rows } = await sql<{ id: string; name: string }>`
    select k.id, k.name from api_key k where k.workspace_id = ${workspaceId} and k.kind = 'agent'
    union all select p.id, p.name from person p join member m on m.user_id = p.id where m.workspace_id = ${workspaceId}`.execute(
    db,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ({ kind, id }) => (id === null ? (kind === "agent" ? "every agent" : "every person") : (names.get(id) ?? id));
}

async function listRights(query: Query, workspaceId: string): Promise<FolderRight[]> {
  const rows = await query(
    `select folder, kind, who_kind, who_id, rights from content_right where workspace_id = $1
     order by folder, kind nulls first, who_kind, who_id nulls first`,
    [workspaceId],
  );
  return rows.map(({ folder, kind, whoKind, whoId, rights }) => ({
    folder: folder as string,
    kind: kind as FolderRight["kind"],
    who: { kind: whoKind as FolderRight["who"]["kind"], id: whoId as string | null },
    rights: rights as FolderRight["rights"],
  }));
}
