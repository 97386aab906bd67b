import { randomBytes } from "node:crypto";
import type { Json, JsonObject } from "@countersign/protocol";
import { InvalidInput, OutcomeUnknown, ToolFailure } from "../../../../ports/tool.ts";
import { withPathLock } from "../../path-lock.ts";
import { ServiceFault } from "../../service-fault.ts";
import type { ElementCreation, WriteContext, Written } from "../content-source.ts";
import { askPayload, jsonBody, type PayloadDocument } from "./ask-payload.ts";
import { putAt } from "./at-place.ts";
import { afterWrite, needKept } from "./check-kept.ts";
import { changedLanguages, checkState } from "./check-state.ts";
import { dataOf, resolver } from "./document-data.ts";
import { idOf, lockOf } from "./element-id.ts";
import { findDocument, placeInSite, treeOf } from "./find-elements.ts";
import { writing } from "./query.ts";
import { isDrafted, nameField, readElement } from "./read-element.ts";
import { readAccess } from "./rights.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import type { TagTree } from "./tag-tree.ts";

/** Returns undefined if the path is taken. A lock keeps paths unique within this process where Payload does not. */
export function createElement(
  connection: PayloadConnection,
  creation: ElementCreation,
  context: WriteContext,
): Promise<Written | undefined> {
  return withPathLock([lockOf(connection, `${creation.kind}:${creation.path}`)], () =>
    createAlone(connection, creation, context),
  );
}

async function createAlone(
  connection: PayloadConnection,
  creation: ElementCreation,
  { signal }: WriteContext,
): Promise<Written | undefined> {
  const { kind, path, next, publish } = creation;
  const place = placeInSite(connection, creation);
  if (!place) throw new ToolFailure("invalid", "is not in a folder of this connection", "/path");
  const { collection, rest } = place;
  if (await findDocument(connection, { kind, path }, signal)) return undefined;
  const changed = [...Object.keys(next.value), ...(next.tags.length > 0 ? ["tags"] : [])];
  const access = await readAccess(connection, collection, signal);
  const faults = checkState(collection, { now: undefined, next, changed }, access);
  if (faults.length > 0) throw new InvalidInput(faults);

  const tree = await treeOf(connection, signal);
  const [language = connection.settings.languages[0]] = changedLanguages(collection, {}, next.value, changed);
  const resolve = await resolver(connection, collection, { next, changed }, signal);
  const data = dataOf(connection, collection, { next, changed, language, resolve });
  putPath(data, collection, rest, tree);
  if (isDrafted(collection)) data["_status"] = publish === true ? "published" : "draft";
  signal.throwIfAborted();
  const { doc } = await askPayload<{ doc: PayloadDocument }>(connection, signal, {
    method: "POST",
    path: collection.collection,
    query: writing(language, isDrafted(collection) && publish !== true),
    body: kind === "asset" ? fileBody(data, creation) : jsonBody(data),
  }).catch((error: unknown): { doc: undefined } => {
    if (error instanceof ServiceFault && error.message.includes(`${nameField(collection)}: Value must be unique`))
      return { doc: undefined };
    throw error;
  });
  if (!doc) return undefined;
  needKept(connection, collection, { next, changed, language, publish }, doc);
  return afterWrite(async () => {
    const made = await findDocument(connection, { kind, id: idOf(collection.collection, doc.id) }, signal);
    if (!made) throw new OutcomeUnknown("Payload created the element, but the element no longer exists.");
    const element = readElement(made.document, collection, made);
    if (element.path !== path) await takeBack(connection, collection, doc, element.path, signal);
    return { id: element.id, path: element.path, revision: null, version: element.version };
  });
}

/** Splits the path into the fields that form it: the last name and, for a tag, its parent. */
function putPath(data: JsonObject, collection: CollectionSettings, rest: string, tree: TagTree | undefined): void {
  if (collection.kind === "tag" && tree) {
    const names = rest.split("/");
    const name = names.pop()!;
    putAt(data, nameField(collection), name);
    if (names.length === 0) return;
    const above = [...tree.documents.values()].find((one) => tree.namesOf(one)?.join("/") === names.join("/"));
    if (!above) throw new ToolFailure("invalid", `there is no tag ${names.join("/")} to put it under`, "/path");
    putAt(data, collection.parent ?? "parent", above.id);
    return;
  }
  if (collection.path !== undefined) putAt(data, collection.path, `/${rest}`);
  else if (rest.includes("/")) throw new ToolFailure("invalid", `must be directly in ${collection.folder}`, "/path");
  else if (collection.kind !== "asset") putAt(data, nameField(collection), rest);
}

/** Sends fields and bytes in one request, so that the write is atomic. */
function fileBody(data: Json, { path, file }: ElementCreation): { type: string; bytes: Buffer } {
  if (!file) throw new ToolFailure("invalid", "an asset needs a file");
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/^[^"\\\p{Cc}]{1,200}$/u.test(name)) throw new ToolFailure("invalid", "is not a valid file name", "/path");
  const boundary = randomBytes(24).toString("hex");
  const bytes = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="_payload"\r\n\r\n${JSON.stringify(data)}\r\n`),
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from(`content-type: ${file.mediaType}\r\n\r\n`),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** Deletes a file that Payload renamed, as its name was taken or not accepted: that is not what was approved. */
async function takeBack(
  connection: PayloadConnection,
  { collection, kind }: CollectionSettings,
  { id }: PayloadDocument,
  path: string,
  signal: AbortSignal,
): Promise<never> {
  const asked = { method: "DELETE", path: `${collection}/${id}` } as const;
  const isGone =
    kind === "asset" &&
    (await askPayload(connection, signal, asked).then(
      () => true,
      () => false,
    ));
  if (isGone) throw new ToolFailure("invalid", `would be stored by Payload as ${path}, so nothing was stored`, "/path");
  throw new OutcomeUnknown(`Payload created the element at ${path}.`);
}
