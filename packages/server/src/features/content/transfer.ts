import { readFile } from "node:fs/promises";
import type { ContentExport, ElementFile, JsonObject } from "@countersign/protocol";
import type { ContentAdmin } from "./content-admin.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { toFile, type ElementRow } from "../../tools/connectors/content/embedded/element-rows.ts";
import { insertRow } from "../../tools/connectors/content/embedded/element-writes.ts";
import { findTypes, writeBuiltInTypes, writeType } from "../../tools/connectors/content/embedded/type-rows.ts";
import { refuseNonAdmins, type ContentDeps } from "./content-deps.ts";
import { findImportFaults, readBase64 } from "./find-import-faults.ts";
import { queryHandle } from "./query-handle.ts";

/** A shop's catalogue; examples/sample-catalogue writes it. The folder is beside `dist` in the package and `src` in development. */
const SAMPLE = new URL("../../../samples/catalogue.json", import.meta.url);

type Transfer = Pick<ContentAdmin, "export" | "import" | "loadSample">;

/** Exports the whole content as one file, and imports such a file. */
export function createTransfer({ database, handle, files, register }: ContentDeps): Transfer {
  async function take(by: Principal, content: ContentExport): Promise<Result<{ elements: number }>> {
    const { workspaceId } = by;
    const known = await findTypes(handle.query, workspaceId);
    const errors = findImportFaults(content, known);
    if (errors.length > 0) return refuse("INVALID_INPUT", "This content cannot be imported. Nothing was imported.", { errors });
    // The tools must exist before anybody sees the first element, since that person may then give them to an agent.
    await register(workspaceId);
    const stored: (ElementFile | null)[] = [];
    for (const { file } of content.elements) stored.push(file && (await files.put(readBase64(file.base64), file.mediaType)));
    const taken = await database.kysely
      .transaction()
      .execute(async (trx) => {
        await lockAuditHead(trx, workspaceId);
        const { query } = queryHandle(trx);
        await writeBuiltInTypes(query, workspaceId, by.id);
        for (const type of content.types) await writeType(query, workspaceId, type, by.id);
        for (const [n, { id, kind, type, path, value, tags, published }] of content.elements.entries()) {
          const file = stored[n] ?? null;
          const element = { workspaceId, kind, id, type, path, value, tags: [...tags].sort(), published, file };
          if (!(await insertRow(query, { ...element, actionId: null, by }))) throw new Taken(n);
        }
        const data = { elements: content.elements.length, types: content.types.map(({ kind, name }) => `${kind}:${name}`) };
        await appendAuditEvent(trx, { workspaceId, kind: "content.imported", by, data });
      })
      .catch((error: unknown) => {
        if (error instanceof Taken) return error;
        throw error;
      });
    if (taken) {
      const errors = [{ path: `/elements/${taken.at}`, message: "its id or path is already used by an existing element" }];
      return refuse("INVALID_INPUT", "Some of these elements already exist. Nothing was imported.", { errors });
    }
    database.notify(workspaceId);
    return ok({ elements: content.elements.length });
  }

  return {
    async export(by) {
      const refused = refuseNonAdmins(by);
      if (refused) return refused;
      const rows = (await handle.query("select * from content_element where workspace_id = $1 order by kind, path", [
        by.workspaceId,
      ])) as unknown as ElementRow[];
      const elements: ContentExport["elements"] = [];
      for (const row of rows) {
        const { kind, type, id, path, tags } = row;
        const published = row.published === row.revision;
        const value = JSON.parse(row.value) as JsonObject;
        elements.push({ kind, type, id, path, value, tags, published, file: await exportFile(toFile(row.file)) });
      }
      return ok({ format: "countersign-content/1", types: await findTypes(handle.query, by.workspaceId), elements });
    },

    async import(by, content) {
      return refuseNonAdmins(by) ?? take(by, content);
    },

    async loadSample(by) {
      const refused = refuseNonAdmins(by);
      if (refused) return refused;
      const there = await handle.query("select 1 from content_element where workspace_id = $1 limit 1", [by.workspaceId]);
      if (there.length > 0)
        return refuse("INVALID_STATE", "The sample content can only be loaded into an empty store. This store has content.");
      return take(by, JSON.parse(await readFile(SAMPLE, "utf8")) as ContentExport);
    },
  };

  async function exportFile(file: ElementFile | null): Promise<ContentExport["elements"][number]["file"]> {
    if (!file) return null;
    const bytes = await files.read(file.hash);
    if (!bytes) throw new Error(`the bytes of ${file.hash} are not on disk`);
    return { mediaType: file.mediaType, base64: bytes.toString("base64") };
  }
}

/** Thrown inside the transaction, because only an error rolls back the rows already inserted. */
class Taken extends Error {
  readonly at: number;
  constructor(at: number) {
    super("taken");
    this.at = at;
  }
}
