import { contentFieldSchema, type ContentExport, type ContentType } from "@countersign/protocol";
import { BUILT_IN_TYPES } from "../../tools/connectors/content/embedded/built-in-types.ts";
import { checkValue, referencesOf } from "../../tools/connectors/content/fields/adapters.ts";
import type { Fault } from "../../tools/connectors/content/fields/field-adapter.ts";
import { findTypeFaults } from "../../tools/connectors/content/fields/find-type-faults.ts";

const MAX_FAULTS = 100;
const ID = /^[A-Za-z0-9_-]{1,100}$/;

export const readBase64 = (base64: string): Buffer => Buffer.from(base64, "base64");

/** Returns the faults that block an import, at most 100. References and tags must be elements of the same file. */
export function findImportFaults(content: ContentExport, known: readonly ContentType[]): Fault[] {
  const types = new Map([...BUILT_IN_TYPES, ...known, ...content.types].map((type) => [`${type.kind}:${type.name}`, type]));
  const byId = new Map(content.elements.map((element) => [element.id, element]));
  const faults: Fault[] = content.types.flatMap((type, n) => under(`/types/${n}`, findTypeFaults(readType(type))));
  for (const [n, element] of content.elements.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const { id, kind, tags, value, file } = element;
    const type = types.get(`${kind}:${element.type}`);
    if (!ID.test(id)) faults.push({ path: `/elements/${n}/id`, message: "must be letters, digits, `_` and `-`" });
    if (!type) {
      faults.push({ path: `/elements/${n}/type`, message: `there is no type ${element.type} of kind ${kind}` });
      continue;
    }
    if ((file === null) === (kind === "asset"))
      faults.push({ path: `/elements/${n}/file`, message: "only an asset has a file" });
    if (file && readBase64(file.base64).toString("base64") !== file.base64) {
      faults.push({ path: `/elements/${n}/file/base64`, message: "must be base64 with its padding" });
    }
    faults.push(...under(`/elements/${n}/value`, checkValue(value, type.fields, type.languages)));
    for (const named of referencesOf(value, type.fields)) {
      if (!byId.has(named.id))
        faults.push({ path: `/elements/${n}/value${named.path}`, message: `${named.id} is not in this file` });
    }
    for (const [t, tag] of tags.entries()) {
      if (byId.get(tag)?.kind !== "tag")
        faults.push({ path: `/elements/${n}/tags/${t}`, message: `${tag} is not a tag in this file` });
    }
  }
  return faults.slice(0, MAX_FAULTS);
}

const readType = (type: ContentType): ContentType => ({
  ...type,
  fields: type.fields.map((field) => contentFieldSchema.parse(field)),
});

const under = (place: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ path, message }) => ({ path: `${place}${path}`, message }));
