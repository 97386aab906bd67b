import type { ContentType, JsonObject, Reference } from "@countersign/protocol";
import type { ContentSource, Look } from "../content-source.ts";
import { referencesOf } from "../fields/adapters.ts";
import { pointer, type Fault, type NamedElement } from "../fields/field-adapter.ts";

/** Checks that whatever the changed fields refer to exists and is of an allowed kind and type. */
export async function checkReferences(
  source: ContentSource,
  { value, changed, type }: { value: JsonObject; changed: readonly string[]; type: Pick<ContentType, "fields"> },
  look: Look,
): Promise<Fault[]> {
  const fields = type.fields.filter(({ name }) => changed.includes(name));
  const named = referencesOf(value, fields);
  if (named.length === 0) return [];
  const found = await findById(
    source,
    named.map(({ id }) => id),
    look,
  );
  return named.flatMap((one) => checkOne(one, found.get(one.id)));
}

function checkOne({ path, id, to, isImage }: NamedElement, found: Reference | undefined): Fault[] {
  if (!found) return [{ path, message: `there is no element with the id ${id}` }];
  const fits =
    to.length === 0 || to.some(({ kind, type }) => kind === found.kind && (type === undefined || type === found.type));
  if (!fits) {
    const wanted = to.map(({ kind, type }) => (type === undefined ? kind : `${kind} of type ${type}`)).join(" or ");
    return [
      { path, message: `must be an ${wanted}, is ${found.kind} of type ${found.type}`.replace(/\ban (?![aeiou])/, "a ") },
    ];
  }
  if (isImage && found.file?.mediaType.startsWith("image/") !== true) return [{ path, message: "must be an image" }];
  return [];
}

export async function checkTags(source: ContentSource, ids: readonly string[], look: Look): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const found = await findById(source, ids, look);
  return ids.flatMap((id, n) =>
    found.get(id)?.kind === "tag" ? [] : [{ path: pointer(n), message: `there is no tag with the id ${id}` }],
  );
}

async function findById(source: ContentSource, ids: readonly string[], look: Look): Promise<Map<string, Reference>> {
  const references = await source.findReferences([...new Set(ids)], look);
  return new Map(references.map((one) => [one.id, one]));
}
