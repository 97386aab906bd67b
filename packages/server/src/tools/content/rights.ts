import { randomUUID } from "node:crypto";
import type { FolderRight } from "@countersign/protocol";
import type { ContentAdmin } from "../../core/content-admin.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import type { Query } from "../connectors/content/embedded/element-rows.ts";
import { refuseNonAdmins, type ContentDeps } from "./content-deps.ts";
import { queryHandle } from "./query-handle.ts";

/** Who may do what in which folder. */
export function createRights({ database, handle }: ContentDeps): Pick<ContentAdmin, "rights" | "writeRights"> {
  return {
    async rights(by) {
      return refuseNonAdmins(by) ?? ok(await listRights(handle.query, by.workspaceId));
    },

    async writeRights(by, rights) {
      const refused = refuseNonAdmins(by);
      if (refused) return refused;
      const keys = rights.map(({ folder, kind, who }) => JSON.stringify([folder, kind, who.kind, who.id]));
      const again = keys.findIndex((key, n) => keys.indexOf(key) < n);
      if (again !== -1) {
        const errors = [
          { path: `/items/${again}`, message: "says something of the same folder, kind and people as one above" },
        ];
        return refuse("INVALID_INPUT", "Two entries are about the same.", { errors });
      }
      await database.kysely.transaction().execute(async (trx) => {
        await lockAuditHead(trx, by.workspaceId);
        const { query } = queryHandle(trx);
        await query("delete from content_right where workspace_id = $1", [by.workspaceId]);
        for (const { folder, kind, who, rights: may } of rights) {
          await query(
            `insert into content_right (workspace_id, id, folder, kind, who_kind, who_id, rights)
             values ($1, $2, $3, $4, $5, $6, $7::text[])`,
            [by.workspaceId, randomUUID(), folder, kind, who.kind, who.id, may],
          );
        }
        await appendAuditEvent(trx, { workspaceId: by.workspaceId, kind: "content_rights.changed", by, data: { rights } });
      });
      return ok(await listRights(handle.query, by.workspaceId));
    },
  };
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
