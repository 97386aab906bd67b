import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import { readAt } from "./at-place.ts";
import { askPayload, type PayloadDocument } from "./ask-payload.ts";
import { reading } from "./query.ts";

/** All tags of a site. A tag contains only its name and its parent, but its path needs all ancestors. */
export interface TagTree {
  collection: CollectionSettings;
  documents: ReadonlyMap<string, PayloadDocument>;
  /** Names from the top down; undefined for a cycle or a tag without a name. */
  namesOf(document: PayloadDocument): string[] | undefined;
  /** Payload's ids of the tag and of all tags below it. */
  below(id: string): string[];
}

const MAX_TAGS = 5_000;
const PAGE = 500;

export async function readTagTree(
  connection: PayloadConnection,
  collection: CollectionSettings,
  signal: AbortSignal | undefined,
): Promise<TagTree> {
  const documents = new Map<string, PayloadDocument>();
  for (let page = 1; documents.size < MAX_TAGS; page += 1) {
    const query = { ...reading(connection.settings, false), limit: String(PAGE), page: String(page), sort: "id" };
    const { docs, hasNextPage } = await askPayload<{ docs: PayloadDocument[]; hasNextPage: boolean }>(connection, signal, {
      path: collection.collection,
      query,
    });
    for (const document of docs) documents.set(String(document.id), document);
    if (!hasNextPage) break;
  }
  const { parent = "parent", slug = "name" } = collection;
  const parentOf = (document: PayloadDocument): string | undefined => {
    const above = readAt(document, parent);
    return typeof above === "string" || typeof above === "number" ? String(above) : undefined;
  };

  function namesOf(document: PayloadDocument): string[] | undefined {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at: PayloadDocument | undefined = document; at;) {
      if (seen.has(String(at.id))) return undefined;
      seen.add(String(at.id));
      const name = readAt(at, slug);
      if (typeof name !== "string") return undefined;
      names.unshift(name);
      const above = parentOf(at);
      at = above === undefined ? undefined : documents.get(above);
    }
    return names;
  }

  function below(id: string): string[] {
    const found = [id];
    for (const at of found) {
      for (const [other, document] of documents) if (parentOf(document) === at && !found.includes(other)) found.push(other);
    }
    return found;
  }
  return { collection, documents, namesOf, below };
}
