import type { ContentField, ContentType, ElementKind } from "@countersign/protocol";
import { findTypeFaults } from "../fields/find-type-faults.ts";
import type { CollectionSettings } from "./collection-settings.ts";

interface Issue {
  path: (string | number)[];
  message: string;
}

/** Returns all faults of the collections together. */
export function checkSettings(settings: { languages: string[]; collections: CollectionSettings[] }): Issue[] {
  const { collections } = settings;
  return collections.flatMap((collection, n) => {
    const issues = [
      ...checkPlace(collection),
      ...checkNeighbours(collection, collections.slice(0, n)),
      ...findTypeFaults(contentType(collection, settings)).map(({ path, message }) => issue(keysOf(path), message)),
      ...collection.fields.flatMap((field, at) => within(["fields", at], checkField(field, collections))),
      ...Object.keys(collection.at).flatMap((name) =>
        collection.fields.some((field) => field.name === name)
          ? []
          : [issue(["at", name], "is not a field of this collection")],
      ),
    ];
    return within(["collections", n], issues);
  });
}

const issue = (path: (string | number)[], message: string): Issue => ({ path, message });
const within = (path: (string | number)[], issues: readonly Issue[]): Issue[] =>
  issues.map((one) => ({ ...one, path: [...path, ...one.path] }));

/** Element kinds that can be configured for at most one collection: their tools take no element type as argument. */
const ONE_TYPE: readonly ElementKind[] = ["asset", "tag", "template"];

function checkPlace({ kind, type, path, slug, parent, tags }: CollectionSettings): Issue[] {
  const issues: Issue[] = [];
  const needsOne = kind === "object" || kind === "document" || kind === "template";
  if (needsOne && (path === undefined) === (slug === undefined))
    issues.push(issue(["path"], "needs `path` or `slug`, one of them"));
  if (!needsOne && path !== undefined) issues.push(issue(["path"], "is for objects, documents and templates; use `slug`"));
  if (parent !== undefined && kind !== "tag") issues.push(issue(["parent"], "is for tags"));
  if (tags !== undefined && kind === "tag") issues.push(issue(["tags"], "is not for tags"));
  if (type !== undefined && kind !== "document") issues.push(issue(["type"], "is for documents"));
  return issues;
}

function checkNeighbours(collection: CollectionSettings, before: readonly CollectionSettings[]): Issue[] {
  const issues: Issue[] = [];
  if (before.some((one) => one.collection === collection.collection)) issues.push(issue(["collection"], "is there twice"));
  const alike = before.filter(({ kind }) => kind === collection.kind);
  if (alike.length > 0 && ONE_TYPE.includes(collection.kind))
    issues.push(issue(["kind"], `there can be one collection of the kind ${collection.kind}`));
  if (collection.kind === "document" && alike.some((one) => typeOf(one) === typeOf(collection)))
    issues.push(issue(["type"], `there can be one collection of the type ${typeOf(collection)}`));
  if (alike.some((one) => isInside(one.folder, collection.folder) || isInside(collection.folder, one.folder)))
    issues.push(issue(["folder"], "must be apart from those of other collections of this kind"));
  return issues;
}

/** Converts a collection to the content type the tools use. */
export const contentType = (collection: CollectionSettings, { languages }: { languages: readonly string[] }): ContentType => ({
  kind: collection.kind,
  name: typeOf(collection),
  title: collection.title,
  fields: collection.fields,
  languages: collection.fields.some(({ localized }) => localized === true) ? [...languages] : [],
});

/** Returns the type name of a collection's elements. */
export const typeOf = ({ kind, type, collection }: Pick<CollectionSettings, "kind" | "type" | "collection">): string =>
  kind === "object" ? collection : kind === "document" ? (type ?? "page") : kind;

export const isInside = (path: string, folder: string): boolean =>
  folder === "/" || path === folder || path.startsWith(`${folder}/`);

function checkField(field: ContentField, collections: readonly CollectionSettings[]): Issue[] {
  const issues: Issue[] = [];
  if (field.name === "tags" || field.name === "published")
    issues.push(issue(["name"], "is a word of the tools: give it another and say `at` where it is"));
  if (field.kind === "image" && !collections.some(({ kind }) => kind === "asset"))
    issues.push(issue(["kind"], "needs a collection of the kind asset"));
  if (field.kind === "relation") {
    if (field.to === undefined)
      issues.push(issue(["to"], 'is required: the target, such as {"kind": "object", "type": "products"}'));
    for (const [n, to] of (field.to ?? []).entries())
      if (targetsOf(to, collections).length !== 1)
        issues.push(issue(["to", n], "must name one of the collections here, by kind and type"));
  }
  const inner = (field.blocks ?? []).flatMap(({ fields }, n) =>
    fields.flatMap((one, at) => within(["blocks", n, "fields", at], checkField(one, collections))),
  );
  return [...issues, ...inner];
}

/** Converts a JSON Pointer to the keys of an issue. */
const keysOf = (path: string): (string | number)[] =>
  path
    .split("/")
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Returns the collections that a relation's target names. */
export const targetsOf = (
  to: { kind: ElementKind; type?: string | undefined },
  collections: readonly CollectionSettings[],
): CollectionSettings[] =>
  collections.filter((one) => one.kind === to.kind && (to.type === undefined || typeOf(one) === to.type));
