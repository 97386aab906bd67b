import type { ContentField, Json, JsonObject } from "@countersign/protocol";

/** A fault in a value, at a JSON Pointer within it. */
export interface Fault {
  path: string;
  message: string;
}

/** Rules for one kind of field. Pure: whether referenced elements exist is checked elsewhere. */
export interface FieldAdapter {
  /** JSON Schema 2020-12 of a value. */
  schema(field: ContentField): JsonObject;
  /** No faults: the value is stored as it is, byte for byte. */
  check(value: Json, field: ContentField): Fault[];
  /** Lists the elements the value refers to, with their paths. */
  references?(value: Json, field: ContentField): NamedElement[];
}

export interface NamedElement {
  path: string;
  id: string;
  /** Allowed kinds and types of the element; empty allows any. */
  to: NonNullable<ContentField["to"]>;
  isImage: boolean;
}

export const fault = (message: string, path = ""): Fault[] => [{ path, message }];

/** Formats a key as a part of a JSON Pointer. */
export const pointer = (key: string | number): string => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export const within = (key: string | number, faults: readonly Fault[]): Fault[] =>
  faults.map(({ path, message }) => ({ path: `${pointer(key)}${path}`, message }));

/** Drops undefined entries. */
export const given = (entries: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as JsonObject;
