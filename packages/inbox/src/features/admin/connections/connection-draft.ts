import type { Connection, ConnectorKind, Json, JsonObject, Problem } from "@countersign/protocol";
import { strings } from "../../../strings/connections.tsx";
import { fieldsOf, isByName, toText, toValue } from "./schema-fields.ts";

export interface SecretDraft {
  id: number;
  name: string;
  value: string;
}

/** A connection as the form holds it. */
export interface ConnectionDraft {
  name: string;
  prefix: string;
  /** Text of each setting, by its name. */
  settings: Readonly<Record<string, string>>;
  /** Whether stored credentials are kept or replaced; a new connection has none to keep. */
  choice: "keep" | "replace";
  /** Values of the credentials that the connector names, by name. */
  credentials: Readonly<Record<string, string>>;
  /** Credentials that people name. */
  named: readonly SecretDraft[];
  allowPrivate: boolean;
}

export function draftOf(connector: ConnectorKind, connection: Connection | null): ConnectionDraft {
  const settings = fieldsOf(connector.settings).map((field) => [
    field.name,
    toText(connection === null ? field.default : (connection.settings[field.name] ?? field.default), field),
  ]);
  return {
    name: connection?.name ?? connector.title,
    prefix: connection?.prefix ?? "",
    settings: Object.fromEntries(settings) as Record<string, string>,
    choice: connection !== null && connection.credentialFields.length > 0 ? "keep" : "replace",
    credentials: {},
    named: [],
    allowPrivate: connection?.allowPrivate ?? false,
  };
}

export interface Read {
  body: JsonObject;
  /** Error messages for texts that are not JSON, by setting name. */
  faults: ReadonlyMap<string, string>;
}

/** Returns the request body: all fields of a new connection, else the fields that differ from the stored one. */
export function readDraft(draft: ConnectionDraft, connector: ConnectorKind, connection: Connection | null): Read {
  const faults = new Map<string, string>();
  const settings: JsonObject = {};
  for (const field of fieldsOf(connector.settings)) {
    const value = read(draft.settings[field.name] ?? "", field, faults);
    if (value !== undefined) settings[field.name] = value;
  }
  const { name, prefix, allowPrivate } = draft;
  const credentials = credentialsOf(draft, connector);
  if (connection === null) {
    return { body: { connector: connector.name, name, prefix, settings, credentials, allowPrivate }, faults };
  }
  const values = { name, prefix, allowPrivate };
  const changed = Object.entries(values).filter(([key, value]) => connection[key as keyof typeof values] !== value);
  const body: JsonObject = {
    ...(Object.fromEntries(changed) as JsonObject),
    ...(isSame(settings, connection.settings) ? {} : { settings }),
    ...(draft.choice === "replace" && Object.keys(credentials).length > 0 ? { credentials } : {}),
  };
  return { body: Object.keys(body).length === 0 ? body : { version: connection.version, ...body }, faults };
}

function read(
  text: string,
  field: Parameters<typeof toValue>[1] & { name: string },
  faults: Map<string, string>,
): Json | undefined {
  try {
    return toValue(text, field);
  } catch (error) {
    faults.set(field.name, error instanceof Error ? strings.fields.notJsonBecause(error.message) : strings.fields.notJson);
    return undefined;
  }
}

function credentialsOf({ credentials, named }: ConnectionDraft, connector: ConnectorKind): Record<string, string> {
  const given = isByName(connector.credentials)
    ? named.map(({ name, value }) => [name, value] as const)
    : Object.entries(credentials);
  return Object.fromEntries(given.filter(([name, value]) => name !== "" && value !== ""));
}

/** Ignores the order of keys, because the server sorts them. */
const isSame = (a: Json, b: Json): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};

/** Server errors below `key` in the request, by the next path segment. Messages about deeper paths name the rest. */
export function faultsBelow(problem: Problem | null | undefined, key: string): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of problem?.errors ?? []) {
    const [, first = "", second = "", ...rest] = path.split("/");
    if (first !== key) continue;
    const line = rest.length === 0 ? message : `${rest.join("/")}: ${message}`;
    faults.set(second, faults.has(second) ? `${faults.get(second)}\n${line}` : line);
  }
  return faults;
}
