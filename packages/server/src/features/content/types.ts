import { contentFieldSchema, type ContentType } from "@countersign/protocol";
import type { ContentAdmin } from "./content-admin.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { listTypes, writeBuiltInTypes, writeType } from "../../tools/connectors/content/embedded/type-rows.ts";
import { findTypeFaults } from "../../tools/connectors/content/fields/find-type-faults.ts";
import { refuseNonAdmins, type ContentDeps } from "./content-deps.ts";
import { queryHandle } from "./query-handle.ts";

/** Writes content types. The first type that is written registers the content tools in the workspace. */
export function createTypes({ database, handle, register }: ContentDeps): Pick<ContentAdmin, "writeType"> {
  return {
    async writeType(by, kind, name, type) {
      const refused = refuseNonAdmins(by);
      if (refused) return refused;
      const { workspaceId } = by;
      const fields = type.fields.map((field) => contentFieldSchema.parse(field));
      const next: ContentType = { kind, name, ...type, fields };
      const errors = findTypeFaults(next);
      if (errors.length > 0) return refuse("INVALID_INPUT", "This content type is not valid.", { errors });
      await register(workspaceId);
      await database.kysely.transaction().execute(async (trx) => {
        await lockAuditHead(trx, workspaceId);
        const { query } = queryHandle(trx);
        await writeBuiltInTypes(query, workspaceId, by.id);
        await writeType(query, workspaceId, next, by.id);
        const data = { elementKind: kind, name, title: type.title, fields };
        await appendAuditEvent(trx, { workspaceId, kind: "content_type.changed", by, data });
      });
      const stored = (await listTypes(handle.query, workspaceId)).find((one) => one.kind === kind && one.name === name);
      if (!stored) throw new Error("the type that was written is gone");
      database.notify(workspaceId);
      return ok(stored);
    },
  };
}
