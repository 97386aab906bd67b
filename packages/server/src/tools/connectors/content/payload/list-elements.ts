import type { Reference } from "@countersign/protocol";
import { ToolFailure } from "../../../../ports/tool.ts";
import type { ElementFilter } from "../content-source.ts";
import { isInside, typeOf } from "./check-settings.ts";
import { placeOf } from "./element-id.ts";
import { askCollection, ofKind, treeOf } from "./find-elements.ts";
import { flatten, oneOf, type Where } from "./query.ts";
import { nameField, readReference, type Reader } from "./read-element.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** Lists by collection and id, so that a page continues where the last one ended, whatever is written in between. */
export async function listElements(
  connection: PayloadConnection,
  filter: ElementFilter,
  signal: AbortSignal | undefined,
): Promise<{ items: Reference[]; nextCursor: string | null }> {
  const { kind, type, folder, limit } = filter;
  const [from, after] = readCursor(filter.cursor);
  const collections = ofKind(connection, kind).filter(
    (one) => (type === undefined || typeOf(one) === type) && (folder === undefined || reaches(one.folder, folder)),
  );
  const tree = kind === "tag" || filter.tag !== undefined ? await treeOf(connection, signal) : undefined;
  const reader: Reader = { settings: connection.settings, tree };
  const items: Reference[] = [];
  let isReached = from === undefined;
  for (const collection of collections) {
    isReached ||= collection.collection === from;
    if (!isReached) continue;
    const where = conditionsOf(collection, filter, reader);
    if (where === undefined) continue;
    let last = collection.collection === from ? after : undefined;
    for (let isMore = true; isMore;) {
      const own = last === undefined ? where : [...where, { field: "id", is: "greater_than" as const, value: last }];
      const query = { ...(own.length > 0 && flatten({ and: own })), limit: String(limit), sort: "id" };
      const page = await askCollection(connection, collection, query, signal);
      for (const document of page.docs) {
        if (items.length === limit) return { items, nextCursor: writeCursor(collection.collection, last ?? "") };
        last = String(document.id);
        const item = readReference(document, collection, reader);
        if (folder === undefined || isInside(item.path, folder)) items.push(item);
      }
      isMore = page.hasNextPage && page.docs.length > 0;
      if (isMore && items.length === limit) return { items, nextCursor: writeCursor(collection.collection, last ?? "") };
    }
  }
  return { items, nextCursor: null };
}

const reaches = (collection: string, folder: string): boolean => isInside(folder, collection) || isInside(collection, folder);

/** Returns undefined if no element of the collection can match. */
function conditionsOf(
  collection: CollectionSettings,
  { q, tag, folder }: ElementFilter,
  { settings, tree }: Reader,
): Where[] | undefined {
  const where: Where[] = [];
  const [name, { path, fields, at }] = [nameField(collection), collection];
  if (q !== undefined && q.trim() !== "") {
    const texts = fields.filter(({ kind }) => kind === "text" || kind === "richtext" || kind === "code");
    const places = [...new Set([name, ...texts.map((field) => at[field.name] ?? field.name)])];
    where.push({ or: places.map((field) => ({ field, is: "like" as const, value: q })) });
  }
  if (folder !== undefined && path !== undefined && folder !== collection.folder && isInside(folder, collection.folder)) {
    const rest = folder.slice(collection.folder === "/" ? 1 : collection.folder.length + 1);
    where.push({ field: name, is: "contains", value: rest });
  }
  if (tag !== undefined) {
    const { id } = placeOf(settings, tag) ?? {};
    if (collection.tags === undefined || id === undefined || !tree?.documents.has(id)) return undefined;
    where.push(oneOf(collection.tags, tree.below(id)));
  }
  return where;
}

const writeCursor = (collection: string, id: string): string =>
  Buffer.from(JSON.stringify([collection, id])).toString("base64url");

function readCursor(cursor: string | undefined): [string, string] | [] {
  if (cursor === undefined) return [];
  try {
    const read = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown;
    if (Array.isArray(read) && read.length === 2 && read.every((one) => typeof one === "string"))
      return read as [string, string];
  } catch {
    // Reported below.
  }
  throw new ToolFailure("invalid", "is not a cursor of this list", "/cursor");
}
