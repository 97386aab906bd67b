import type { ElementKind } from "@countersign/protocol";
import { ServiceFault } from "../../service-fault.ts";
import type { Element, ElementRef } from "../content-source.ts";
import { askPayload, type PayloadDocument } from "./ask-payload.ts";
import { isInside } from "./check-settings.ts";
import { placeOf } from "./element-id.ts";
import { equals, flatten, reading, type Where } from "./query.ts";
import { idInPath, isDrafted, nameField, readElement, type Reader } from "./read-element.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import { readTagTree, type TagTree } from "./tag-tree.ts";

type Signal = AbortSignal | undefined;
interface Page {
  docs: PayloadDocument[];
  hasNextPage: boolean;
}

export const ofKind = ({ settings }: PayloadConnection, kind: ElementKind): CollectionSettings[] =>
  settings.collections.filter((one) => one.kind === kind);

export const treeOf = async (connection: PayloadConnection, signal: Signal): Promise<TagTree | undefined> => {
  const [tags] = ofKind(connection, "tag");
  return tags && readTagTree(connection, tags, signal);
};

/** Returns the collection whose folder contains the path, and the path relative to that folder. */
export function placeInSite(
  connection: PayloadConnection,
  { kind, path }: { kind: ElementKind; path: string },
): { collection: CollectionSettings; rest: string } | undefined {
  const collection = ofKind(connection, kind).find(({ folder }) => path !== folder && isInside(path, folder));
  if (!collection) return undefined;
  return { collection, rest: path.slice(collection.folder === "/" ? 1 : collection.folder.length + 1) };
}

export async function findElement(
  connection: PayloadConnection,
  ref: ElementRef,
  signal: Signal,
): Promise<Element | undefined> {
  const found = await findDocument(connection, ref, signal);
  if (!found) return undefined;
  const { document, collection } = found;
  const element = readElement(document, collection, found);
  if (element.published) return { ...element, visible: true };
  const live = await readDocument(connection, collection, String(document.id), signal, true);
  return { ...element, visible: live?.["_status"] === "published" };
}

export interface Found extends Reader {
  document: PayloadDocument;
  collection: CollectionSettings;
}

/** Finds the current document: its newest draft where it has drafts. */
export async function findDocument(connection: PayloadConnection, ref: ElementRef, signal: Signal): Promise<Found | undefined> {
  const { settings } = connection;
  const tree = ref.kind === "tag" ? await treeOf(connection, signal) : undefined;
  const at = "id" in ref ? placeOf(settings, ref.id) : undefined;
  if (at) return at.collection.kind === ref.kind ? read(at.collection, at.id) : undefined;
  const place = "path" in ref ? placeInSite(connection, ref) : undefined;
  if (!place) return undefined;
  const { collection, rest } = place;
  const id = idInPath(rest);
  if (id !== undefined) return read(collection, id);
  if (tree) {
    const document = [...tree.documents.values()].find((one) => tree.namesOf(one)?.join("/") === rest);
    return document && { document, collection, settings, tree };
  }
  const field = nameField(collection);
  const where: Where = { or: (collection.path === undefined ? [rest] : [`/${rest}`, rest]).map((held) => equals(field, held)) };
  const { docs } = await askCollection(connection, collection, { ...flatten(where), limit: "1", sort: "id" }, signal);
  return docs[0] && { document: docs[0], collection, settings, tree };

  async function read(collection: CollectionSettings, id: string): Promise<Found | undefined> {
    const document = await readDocument(connection, collection, id, signal);
    return document && { document, collection, settings, tree };
  }
}

/** Reads the state that visitors see with `isLive`, else the newest draft. Returns undefined if there is none. */
export async function readDocument(
  connection: PayloadConnection,
  collection: CollectionSettings,
  id: string,
  signal: Signal,
  isLive = false,
): Promise<PayloadDocument | undefined> {
  const query = reading(connection.settings, isDrafted(collection) && !isLive);
  try {
    return await askPayload<PayloadDocument>(connection, signal, { path: `${collection.collection}/${id}`, query });
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.kind === "auth") throw error;
    if (error.kind === "not_found" || error.kind === "validation") return undefined;
    // Payload answers an id of the wrong form with a server error; here it means that there is no such element.
    if (error.kind === "server" && !(await canBe(connection, collection, id, signal))) return undefined;
    throw error;
  }
}

const SHAPES = [/^\d{1,15}$/, /^[0-9a-f]{24}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];

/** Whether an id has the form of the collection's ids: a counter, MongoDB, a UUID or any form of the site's own. */
async function canBe(
  connection: PayloadConnection,
  collection: CollectionSettings,
  id: string,
  signal: Signal,
): Promise<boolean> {
  const { docs } = await askCollection(connection, collection, { limit: "1" }, signal);
  const [sample] = docs.map((document) => String(document.id));
  const shape = SHAPES.find((one) => sample !== undefined && one.test(sample));
  return sample !== undefined && (shape === undefined || shape.test(id));
}

export const askCollection = (
  connection: PayloadConnection,
  collection: CollectionSettings,
  query: Record<string, string>,
  signal: Signal,
): Promise<Page> =>
  askPayload<Page>(connection, signal, {
    path: collection.collection,
    query: { ...reading(connection.settings, isDrafted(collection)), ...query },
  });
