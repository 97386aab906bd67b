import { randomUUID } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import type { TransactionHandle } from "../../../../ports/tool.ts";
import { hasDrafts } from "../change/plan-change.ts";
import type { ContentSource, Look, WriteContext, Written } from "../content-source.ts";
import type { AssetFiles } from "./asset-files.ts";
import { findRow, findRows, listRows, toElement, toReference, writeCursor, type Query } from "./element-rows.ts";
import { insertRow, lockAction, updateRow, type Author } from "./element-writes.ts";
import { findTypes } from "./type-rows.ts";

/** The content store in the server's own database. Handlers write in the transaction that records their result. */
export function createEmbeddedSource({ database, files }: { database: TransactionHandle; files: AssetFiles }): ContentSource {
  const queryOf = (look: Look): Query => (look.transaction ?? database).query;

  return {
    effect: "transactional",
    types: (look) => findTypes(queryOf(look), look.workspaceId),

    async find(ref, look) {
      const row = await findRow(queryOf(look), ref, look);
      return row && toElement(row);
    },

    async findReferences(ids, look) {
      return (await findRows(queryOf(look), ids, look)).map(toReference);
    },

    async list(filter, look) {
      const rows = await listRows(queryOf(look), filter, look);
      const page = rows.slice(0, filter.limit);
      const last = rows.length > page.length ? page.at(-1) : undefined;
      return { items: page.map(toReference), nextCursor: last ? writeCursor(last.path) : null };
    },

    may: (right, of, look, people) => may(queryOf(look), right, of, look, people),

    async write({ kind, id, version, next, publish, restores }, context): Promise<Written | undefined> {
      const query = queryOf(context);
      const by = await authorOf(query, context);
      const { value, tags } = next;
      const shown = hasDrafts(kind) ? (publish ?? null) : true;
      const { workspaceId, actionId } = context;
      return updateRow(query, {
        workspaceId,
        kind,
        id,
        version,
        value,
        tags,
        publish: shown,
        actionId,
        restored: restores ?? null,
        by,
      });
    },

    async create({ kind, type, path, next, publish, file }, context): Promise<Written | undefined> {
      const query = queryOf(context);
      const by = await authorOf(query, context);
      const { workspaceId, actionId } = context;
      const stored = file ? await files.put(file.bytes, file.mediaType) : null;
      const published = hasDrafts(kind) ? publish === true : true;
      const { value, tags } = next;
      const id = randomUUID();
      return insertRow(query, { workspaceId, kind, id, type, path, value, tags, published, file: stored, actionId, by });
    },

    async findRevision(ref, revision, look) {
      const element = await findRow(queryOf(look), ref, look);
      if (!element) return undefined;
      const [row] = await queryOf(look)(
        "select value, tags, published from content_revision where workspace_id = $1 and element_id = $2 and revision = $3",
        [look.workspaceId, element.id, revision],
      );
      if (!row) return undefined;
      return {
        value: JSON.parse(row["value"] as string) as JsonObject,
        tags: row["tags"] as string[],
        published: row["published"] === revision,
      };
    },
  };
}

type MayArguments = Parameters<ContentSource["may"]>;

async function may(
  query: Query,
  right: MayArguments[0],
  { kind, path }: MayArguments[1],
  look: Look,
  people: MayArguments[3],
): Promise<boolean> {
  const who = people ? people.map((id) => ({ kind: "user", id })) : look.by ? [look.by] : [];
  for (const { kind: whoKind, id } of who) {
    const values = [look.workspaceId, right, kind, path, whoKind, id];
    const [row] = await query("select content_may($1, $2, $3, $4, $5, $6) as may", values);
    if (row?.["may"] !== true) return false;
  }
  return true;
}

async function authorOf(query: Query, { workspaceId, actionId, by, byName }: WriteContext): Promise<Author> {
  if (actionId !== null) return lockAction(query, workspaceId, actionId);
  if (!by || byName === undefined) throw new Error("the writer is missing");
  return { kind: by.kind, id: by.id, name: byName };
}
