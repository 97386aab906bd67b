import type { ElementPage } from "@countersign/protocol";
import type { ContentAdmin } from "./content-admin.ts";
import type { Principal } from "../../core/principal.ts";
import { ok } from "../../core/refusal.ts";
import { referencesIn } from "../../tools/connectors/content/change/describe-plan.ts";
import { listRows, toElement, writeCursor } from "../../tools/connectors/content/embedded/element-rows.ts";
import { listTypes } from "../../tools/connectors/content/embedded/type-rows.ts";
import { lookOf, notFound, refuseStrangers, type ContentDeps } from "./content-deps.ts";
import { findAny, listFolders } from "./find-element.ts";
import { findOpenProposals, toRevision, toSummary, toWire, type RevisionRow } from "./to-wire.ts";

type Reads = Pick<ContentAdmin, "types" | "elements" | "element" | "revisions" | "file">;
const LIMIT = 50;

export function createReads({ handle, source, files }: ContentDeps): Reads {
  const { query } = handle;

  async function canDo(by: Principal, place: Parameters<typeof source.may>[1]) {
    const isAllowed = by.role === "approver" || by.role === "admin";
    const may = async (right: "edit" | "publish") => isAllowed && (await source.may(right, place, lookOf(by)));
    return { edit: await may("edit"), publish: await may("publish") };
  }

  return {
    async types(by) {
      return refuseStrangers(by) ?? ok(await listTypes(query, by.workspaceId));
    },

    async elements(by, { limit = LIMIT, ...asked }) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      const look = lookOf(by);
      const rows = await listRows(query, { ...asked, limit }, look);
      const page = rows.slice(0, limit);
      const open = await findOpenProposals(handle, by.workspaceId, page);
      const last = rows.length > page.length ? page.at(-1) : undefined;
      return ok<ElementPage>({
        items: page.map((row) => toSummary(row, open)),
        folders: asked.cursor === undefined ? await listFolders(query, asked.kind, asked.folder ?? "/", look) : [],
        nextCursor: last ? writeCursor(last.path) : null,
      });
    },

    async element(by, id) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      const look = lookOf(by);
      const row = await findAny(query, id, look);
      if (!row) return notFound();
      const type = (await source.types(look)).find(({ kind, name }) => kind === row.kind && name === row.type);
      const references = await referencesIn(source, [toElement(row)], type?.fields ?? [], look);
      const open = await findOpenProposals(handle, by.workspaceId, [row]);
      return ok(toWire(row, open, { references, may: await canDo(by, row) }));
    },

    async revisions(by, id) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      if (!(await findAny(query, id, lookOf(by)))) return notFound();
      const rows = (await query(
        `select revision, path, value, tags, published, file, action_id, restored, modified_at, modified_kind, modified_by,
           modified_name
         from content_revision where workspace_id = $1 and element_id = $2 order by revision desc limit 500`,
        [by.workspaceId, id],
      )) as unknown as RevisionRow[];
      return ok(rows.map(toRevision));
    },

    async file(by, hash) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      const [owner] = await query(
        `select (file::jsonb) ->> 'mediaType' as media_type from content_element e
         where workspace_id = $1 and kind = 'asset' and (file::jsonb) ->> 'hash' = $2
           and content_may(workspace_id, 'view', kind, path, 'user', $3) limit 1`,
        [by.workspaceId, hash, by.id],
      );
      const bytes = owner ? await files.read(hash) : undefined;
      return bytes && owner ? ok({ bytes, mediaType: owner["mediaType"] as string }) : notFound();
    },
  };
}
