import type { Reference } from "@countersign/protocol";
import { ServiceFault } from "../../service-fault.ts";
import type { PayloadDocument } from "./ask-payload.ts";
import { idOf, placeOf } from "./element-id.ts";
import { askCollection, readDocument, treeOf } from "./find-elements.ts";
import { flatten, oneOf } from "./query.ts";
import { readReference } from "./read-element.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

type Signal = AbortSignal | undefined;

/** Finds existing documents by element id. */
export async function readDocuments(
  connection: PayloadConnection,
  ids: readonly string[],
  signal: Signal,
): Promise<Map<string, { document: PayloadDocument; collection: CollectionSettings }>> {
  const found = new Map<string, { document: PayloadDocument; collection: CollectionSettings }>();
  const places = [...new Set(ids)].flatMap((id) => placeOf(connection.settings, id) ?? []);
  for (const collection of new Set(places.map((place) => place.collection))) {
    const own = places.filter((place) => place.collection === collection).map(({ id }) => id);
    for (let n = 0; n < own.length; n += MAX_IDS) {
      for (const document of await readSome(connection, collection, own.slice(n, n + MAX_IDS), signal))
        found.set(idOf(collection.collection, document.id), { document, collection });
    }
  }
  return found;
}

/** Ids per request, to keep the address short. */
const MAX_IDS = 50;

async function readSome(
  connection: PayloadConnection,
  collection: CollectionSettings,
  ids: readonly string[],
  signal: Signal,
): Promise<PayloadDocument[]> {
  try {
    const query = { ...flatten(oneOf("id", ids)), limit: String(MAX_IDS) };
    return (await askCollection(connection, collection, query, signal)).docs;
  } catch (error) {
    // One id of the wrong form makes Payload fail for all of them, so each id is then requested alone.
    if (!(error instanceof ServiceFault) || (error.kind !== "server" && error.kind !== "validation")) throw error;
    const each = ids.map((id) => readDocument(connection, collection, id, signal));
    return (await Promise.all(each)).filter((document) => document !== undefined);
  }
}

export async function findReferences(
  connection: PayloadConnection,
  ids: readonly string[],
  signal: Signal,
): Promise<Reference[]> {
  const found = [...(await readDocuments(connection, ids, signal)).values()];
  const tree = found.some(({ collection }) => collection.kind === "tag") ? await treeOf(connection, signal) : undefined;
  return found.map(({ document, collection }) => readReference(document, collection, { settings: connection.settings, tree }));
}
