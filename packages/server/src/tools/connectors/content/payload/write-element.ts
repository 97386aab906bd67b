import type { JsonObject } from "@countersign/protocol";
import { InvalidInput, ToolFailure } from "../../../../ports/tool.ts";
import { withPathLock } from "../../path-lock.ts";
import { ServiceFault } from "../../service-fault.ts";
import type { ElementWrite, WriteContext, Written } from "../content-source.ts";
import { askPayload, jsonBody, type PayloadDocument } from "./ask-payload.ts";
import { afterWrite, keepsVersions, needAlone, needKept, readBack } from "./check-kept.ts";
import { changedLanguages, checkState } from "./check-state.ts";
import { dataOf, resolver } from "./document-data.ts";
import { lockOf, placeOf } from "./element-id.ts";
import { findDocument, readDocument, type Found } from "./find-elements.ts";
import { equals, flatten, writing } from "./query.ts";
import { isDrafted, readElement } from "./read-element.ts";
import { isYes, readAccess } from "./rights.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/**
 * Writes only over the approved version. Payload's conditional update checks and writes in two steps, so several concurrent
 * writers can win. Within this process a lock on the element prevents that; against others, the condition on `updatedAt` leaves
 * a race for the length of that one request.
 */
export function writeElement(
  connection: PayloadConnection,
  write: ElementWrite,
  context: WriteContext,
): Promise<Written | undefined> {
  const place = placeOf(connection.settings, write.id);
  if (place?.collection.kind !== write.kind) return Promise.resolve(undefined);
  return withPathLock([lockOf(connection, write.id)], () => writeAlone(connection, write, context));
}

async function writeAlone(
  connection: PayloadConnection,
  write: ElementWrite,
  { signal }: WriteContext,
): Promise<Written | undefined> {
  const found = await findDocument(connection, { kind: write.kind, id: write.id }, signal);
  if (!found) return undefined;
  const { document, collection } = found;
  const element = readElement(document, collection, found);
  if (element.version !== write.version) return undefined;
  refuseHiddenDraft(document, collection);
  const { next, changed, publish } = write;
  const access = await readAccess(connection, collection, signal, String(document.id));
  const faults = checkState(collection, { now: element, next, changed }, access);
  if (faults.length > 0) throw new InvalidInput(faults);
  if (keepsVersions(collection) && !isYes(access.readVersions))
    throw new ToolFailure(
      "forbidden",
      `The connection's account cannot read versions of ${collection.title}. Nothing was written.`,
    );

  const [language = connection.settings.languages[0]] = changedLanguages(collection, element.value, next.value, changed);
  const wanted = { next, changed, language, publish };
  const resolve = await resolver(connection, collection, wanted, signal);
  const data = dataOf(connection, collection, { ...wanted, resolve });
  if (isDrafted(collection)) data["_status"] = publish === true ? "published" : "draft";
  signal.throwIfAborted();
  const answer = await patch(connection, found, { data, language, publish, signal });
  if (!answer) return undefined;
  needKept(connection, collection, wanted, answer);
  return afterWrite(async () => {
    await needAlone(connection, found, signal);
    return readBack(connection, found, wanted, answer, signal);
  });
}

/** Refuses drafts in a collection whose kind has none here: reads and writes would concern different states. */
function refuseHiddenDraft(document: PayloadDocument, collection: CollectionSettings): void {
  if (!isDrafted(collection) && document["_status"] !== undefined)
    throw new ToolFailure(
      "handler",
      `${collection.title} have drafts in Payload, but only documents can have drafts here. Nothing was written.`,
    );
}

interface Patch {
  data: JsonObject;
  language: string | undefined;
  publish: boolean | undefined;
  signal: AbortSignal;
}

/** Returns the updated document in one language; undefined if it changed before. */
async function patch(
  connection: PayloadConnection,
  { document, collection }: Found,
  { data, language, publish, signal }: Patch,
) {
  const body = jsonBody(data);
  const path = collection.collection;
  const live = publish === false ? await readDocument(connection, collection, String(document.id), signal, true) : undefined;
  const isTakenDown = live?.["_status"] === "published";
  if (isTakenDown && live.updatedAt !== document.updatedAt) {
    // A draft is pending over the visible state and no condition fits both, so the write is by id, right after the read.
    const query = writing(language, false);
    const { doc } = await askPayload<{ doc: PayloadDocument }>(connection, signal, {
      method: "PATCH",
      path: `${path}/${document.id}`,
      query,
      body,
    });
    return doc;
  }
  const where = flatten({ and: [equals("id", document.id), equals("updatedAt", document.updatedAt)] });
  const query = { ...writing(language, isDrafted(collection) && !isTakenDown), ...where };
  const { docs, errors } = await askPayload<{ docs: PayloadDocument[]; errors: { message: string }[] }>(connection, signal, {
    method: "PATCH",
    path,
    query,
    body,
  });
  if (errors.length > 0) throw new ServiceFault("validation", errors.map(({ message }) => message).join(" "));
  return docs[0];
}
