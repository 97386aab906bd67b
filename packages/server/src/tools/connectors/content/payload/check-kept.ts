import { OutcomeUnknown } from "../../../../ports/tool.ts";
import { ServiceFault } from "../../service-fault.ts";
import type { NextState, Written } from "../content-source.ts";
import { askPayload, type PayloadDocument } from "./ask-payload.ts";
import { readAt } from "./at-place.ts";
import { partIn } from "./document-data.ts";
import { readDocument, type Found } from "./find-elements.ts";
import { equals, flatten } from "./query.ts";
import { isDrafted, readElement, readTags } from "./read-element.ts";
import { readField, readOne } from "./read-field.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import { isKept } from "./write-field.ts";

/** A write as sent; of localised fields only the part in one language. */
export interface Wanted {
  next: NextState;
  changed: readonly string[];
  language: string | undefined;
  publish: boolean | undefined;
}

/** Runs a read after a write that has taken effect, so that its fault must not be reported as "nothing was done". */
export async function afterWrite<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    throw new ServiceFault(error.kind, error.message, { retryAfterSeconds: error.retryAfterSeconds, mayHaveHappened: true });
  }
}

/** Throws `OutcomeUnknown` unless Payload's response contains what was sent: hooks and field rights can change it. */
export function needKept(
  { settings }: PayloadConnection,
  collection: CollectionSettings,
  { next, changed, language, publish }: Wanted,
  answer: PayloadDocument,
): void {
  const odd = collection.fields.flatMap((field) => {
    if (!changed.includes(field.name)) return [];
    const raw = readAt(answer, collection.at[field.name] ?? field.name);
    const value = partIn(next.value[field.name], field.localized === true ? language : undefined);
    return isKept(value, readOne(raw, field, settings), { kind: field.kind }) ? [] : [field.name];
  });
  const tags = readTags(answer, collection, settings);
  if (changed.includes("tags") && tags.join() !== next.tags.join()) odd.push("tags");
  if (isDrafted(collection) && answer["_status"] !== (publish === true ? "published" : "draft")) odd.push("published");
  if (odd.length > 0) throw otherwise(odd);
}

const otherwise = (names: readonly string[]): OutcomeUnknown =>
  new OutcomeUnknown(
    `Payload accepted the write but stored other values in ${names.join(", ")}. Compare the element there with the proposal.`,
  );

/** Compares the stored document in every language, unless somebody has written since; that state is theirs. */
export async function readBack(
  connection: PayloadConnection,
  { collection, tree, document: { id } }: Pick<Found, "collection" | "tree" | "document">,
  { next, changed }: Wanted,
  answer: PayloadDocument,
  signal: AbortSignal,
): Promise<Written> {
  const document = await readDocument(connection, collection, String(id), signal);
  if (!document) throw new OutcomeUnknown("Payload accepted the write, but the element no longer exists.");
  if (document.updatedAt === answer.updatedAt) {
    const odd = collection.fields.filter((field) => {
      const raw = readAt(document, collection.at[field.name] ?? field.name);
      return changed.includes(field.name) && !isKept(next.value[field.name], readField(raw, field, connection.settings), field);
    });
    if (odd.length > 0) throw otherwise(odd.map(({ name }) => name));
  }
  const element = readElement(document, collection, { settings: connection.settings, tree });
  return { id: element.id, path: element.path, revision: null, version: element.version };
}

/**
 * Throws `OutcomeUnknown` if another write passed the same condition at the same moment. Of crossing writes, only the first one
 * stored can miss the others, so an overwritten change is always reported by the writer that overwrote it.
 */
export async function needAlone(
  connection: PayloadConnection,
  { collection, document: { id, updatedAt } }: Pick<Found, "collection" | "document">,
  signal: AbortSignal,
): Promise<void> {
  if (!keepsVersions(collection)) return;
  const since = { field: "version.updatedAt", is: "greater_than", value: updatedAt } as const;
  const { docs } = await askPayload<{ docs: unknown[] }>(connection, signal, {
    path: `${collection.collection}/versions`,
    query: { ...flatten({ and: [equals("parent", id), since] }), depth: "0", limit: "2" },
  });
  if (docs.length < 2) return;
  throw new OutcomeUnknown(
    "Somebody else changed the element at the same time, and one change overwrote the other. Compare the versions in Payload.",
  );
}

export const keepsVersions = (collection: CollectionSettings): boolean => collection.versions || isDrafted(collection);
