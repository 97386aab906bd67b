import type { ContentField, Json, JsonObject } from "@countersign/protocol";

/** What is wrong with a value, at a JSON Pointer within it. */
export interface Fault {
  path: string;
  message: string;
}

/** What one kind of field takes. Pure: whether what it names is there is checked elsewhere. */
export interface FieldAdapter {
  /** JSON Schema 2020-12 of a value. */
  schema(field: ContentField): JsonObject;
  /** Nothing: the value is stored as it is, byte for byte. */
  check(value: Json, field: ContentField): Fault[];
  /** Elements that the value names, with where. */
  references?(value: Json, field: ContentField): NamedElement[];
}

export interface NamedElement {
  path: string;
  id: string;
  /** What it has to be; anything where it is empty. */
  to: NonNullable<ContentField["to"]>;
  isImage: boolean;
}

export const fault = (message: string, path = ""): Fault[] => [{ path, message }];

/** A key as a part of a JSON Pointer. */
export const pointer = (key: string | number): string => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export const within = (key: string | number, faults: readonly Fault[]): Fault[] =>
  faults.map(({ path, message }) => ({ path: `${pointer(key)}${path}`, message }));

/** Of an object only what is there. */
export const given = (entries: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as JsonObject;
