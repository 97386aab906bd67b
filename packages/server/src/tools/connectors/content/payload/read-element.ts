import { createHash } from "node:crypto";
import { elementPath, type ElementFile, type Json, type JsonObject, type Reference } from "@countersign/protocol";
import type { Element } from "../content-source.ts";
import type { PayloadDocument } from "./ask-payload.ts";
import { readAt } from "./at-place.ts";
import { typeOf } from "./check-settings.ts";
import { idOf } from "./element-id.ts";
import { readField } from "./read-field.ts";
import type { PayloadSettings } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import type { TagTree } from "./tag-tree.ts";

/** Only documents have drafts: reads return their newest state, whether visitors see it or not. */
export const isDrafted = ({ kind }: CollectionSettings): boolean => kind === "document";

export interface Reader {
  settings: PayloadSettings;
  /** Needed for the paths of tags. */
  tree: TagTree | undefined;
}

/** Converts a document to an element: the parts the settings name, and a version that covers these and `updatedAt`. */
export function readElement(document: PayloadDocument, collection: CollectionSettings, reader: Reader): Element {
  const state = {
    path: pathOf(document, collection, reader.tree),
    value: readValue(document, collection, reader.settings),
    tags: readTags(document, collection, reader.settings),
    published: !isDrafted(collection) || document["_status"] === "published",
    file: fileOf(document, collection),
  };
  const hash = createHash("sha256").update(JSON.stringify(state)).digest("hex");
  return {
    kind: collection.kind,
    type: typeOf(collection),
    id: idOf(collection.collection, document.id),
    revision: null,
    version: `${document.updatedAt}.${hash.slice(0, 16)}`,
    modifiedAt: document.updatedAt,
    ...state,
  };
}

export function readReference(
  document: PayloadDocument,
  collection: CollectionSettings,
  { settings, tree }: Reader,
): Reference {
  const path = pathOf(document, collection, tree);
  return {
    id: idOf(collection.collection, document.id),
    kind: collection.kind,
    type: typeOf(collection),
    path,
    title: titleOf(document, collection, settings) ?? path.slice(path.lastIndexOf("/") + 1),
    file: fileOf(document, collection),
  };
}

function titleOf(document: PayloadDocument, { name }: CollectionSettings, settings: PayloadSettings): string | undefined {
  const held = name === undefined ? undefined : readAt(document, name);
  if (typeof held === "string" && held !== "") return held;
  const texts = settings.languages.map((language) => readAt({ held: held ?? null }, `held.${language}`));
  return texts.find((text): text is string => typeof text === "string" && text !== "");
}

function readValue(document: PayloadDocument, { fields, at }: CollectionSettings, settings: PayloadSettings): JsonObject {
  const entries = fields.flatMap((field): [string, Json][] => {
    const value = readField(readAt(document, at[field.name] ?? field.name), field, settings);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns our ids of the tags, sorted. */
export function readTags(document: JsonObject, { tags }: CollectionSettings, settings: PayloadSettings): string[] {
  const held = tags === undefined ? undefined : readAt(document, tags);
  const collection = settings.collections.find(({ kind }) => kind === "tag")?.collection;
  if (!Array.isArray(held) || collection === undefined) return [];
  const ids = held.filter((one): one is string | number => typeof one === "string" || typeof one === "number");
  return ids.map((id) => idOf(collection, id)).sort();
}

export const nameField = ({ kind, path, slug }: CollectionSettings): string =>
  path ?? slug ?? (kind === "asset" ? "filename" : "name");

/** Marks the path of a document that has no path or an invalid one: `/pages/~17`. */
const NO_PATH = "~";

function pathOf(document: PayloadDocument, collection: CollectionSettings, tree: TagTree | undefined): string {
  const folder = collection.folder === "/" ? "" : collection.folder;
  const held = readAt(document, nameField(collection));
  const names = collection.kind === "tag" ? tree?.namesOf(document) : typeof held === "string" ? [held] : undefined;
  const isWhole = collection.path !== undefined;
  const rest = names?.map((name) => (isWhole ? name.replace(/^\/+/, "") : name));
  const isSound = rest !== undefined && rest.every((name) => name !== "" && (isWhole || !name.includes("/")));
  const path = `${folder}/${(rest ?? []).join("/")}`;
  return isSound && !path.startsWith(`${folder}/${NO_PATH}`) && elementPath.safeParse(path).success
    ? path
    : `${folder}/${NO_PATH}${document.id}`;
}

export const idInPath = (rest: string): string | undefined => /^~([A-Za-z0-9_-]{1,64})$/.exec(rest)?.[1];

/** The hash is empty, because the bytes are at Payload. */
function fileOf(document: PayloadDocument, { kind }: CollectionSettings): ElementFile | null {
  const { mimeType, filesize, width, height } = document;
  if (kind !== "asset" || typeof mimeType !== "string") return null;
  return {
    hash: "",
    mediaType: mimeType,
    size: typeof filesize === "number" ? filesize : 0,
    ...(typeof width === "number" && { width }),
    ...(typeof height === "number" && { height }),
  };
}
