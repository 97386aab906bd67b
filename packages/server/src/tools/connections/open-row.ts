import { isJsonObject, type JsonObject } from "@countersign/protocol";
import type { z } from "zod";
import { DecryptionError, type CredentialCipher } from "../../engine/secrets/credential-cipher.ts";
import { rememberSecrets } from "../../engine/secrets/known-secrets.ts";
import type { SecretKeys } from "../../engine/secrets/secret-keys.ts";
import type { Database } from "../../store/database.ts";
import { findConnection, refreshCredentials, type ConnectionRow, type Sealed } from "../../store/statements/connections.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import type { Connector, OpenConnection } from "../connectors/connector.ts";
import { createMask, isTooShort, type Mask } from "../../core/mask-secrets.ts";
import { connectionSource } from "../../core/tool-source.ts";
import type { CheckedNetwork } from "./checked-fetch.ts";
import { openSockets } from "./checked-sockets.ts";

export interface OpenDeps {
  database: Database;
  keys: SecretKeys;
  network: CheckedNetwork;
  connectors: ReadonlyMap<string, Connector>;
}

export interface Opened {
  row: ConnectionRow;
  connector: Connector;
  open: OpenConnection;
  /** Masks the credentials in a text. */
  mask: Mask;
}

/** Reports why a connection cannot be used, in words an administrator can act on. */
export class ConnectionProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConnectionProblem";
  }
}

/** Opens a connection with its stored settings and credentials. Throws a `ConnectionProblem`. */
export async function openRow(deps: OpenDeps, row: ConnectionRow): Promise<Opened> {
  const connector = deps.connectors.get(row.connector);
  if (!connector) throw new ConnectionProblem(`This server has no connector named ${row.connector}.`);
  const settings = connector.settings.safeParse(JSON.parse(row.settings));
  if (!settings.success) throw new ConnectionProblem(`The settings are not valid: ${wordsOf(settings.error)}. Edit them.`);
  return openWith(deps, row, connector, settings.data, await readCredentials(deps, connector, row));
}

/** Opens a connection with the given settings and credentials, which need not be stored yet. */
export function openWith(
  deps: OpenDeps,
  row: ConnectionRow,
  connector: Connector,
  settings: unknown,
  credentials: unknown,
): Opened {
  const secrets = new Set(textsOf(credentials));
  let mask = createMask(secrets);
  rememberSecrets(connectionSource(row), secrets);
  const open: OpenConnection = {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    settings,
    credentials,
    fetch: deps.network.fetch(row.allowPrivate),
    resolve: deps.network.resolve(row.allowPrivate),
    sockets: () => openSockets(row.allowPrivate),
    async replaceCredentials(given) {
      const next = connector.credentials.parse(given);
      const sealed = sealCredentials(await deps.keys.seal(), next, row);
      const isOurs = await refreshCredentials(deps.database.kysely, row, sealed, SYSTEM);
      const now = await findConnection(deps.database.kysely, row.workspaceId, row.id);
      if (!now) throw new ConnectionProblem("The connection was removed.");
      row.credentialsVersion = now.credentialsVersion;
      open.credentials = isOurs ? next : await readCredentials(deps, connector, now);
      for (const text of textsOf(open.credentials)) secrets.add(text);
      mask = createMask(secrets);
      rememberSecrets(connectionSource(row), secrets);
      return open.credentials;
    },
  };
  return { row, connector, open, mask: (text) => mask(text) };
}

async function readCredentials({ keys }: OpenDeps, connector: Connector, row: ConnectionRow): Promise<unknown> {
  let stored: JsonObject = {};
  if (row.sealedCredentials !== null && row.keyId !== null) {
    const place = { workspaceId: row.workspaceId, connectionId: row.id };
    try {
      stored = (await keys.seal()).decrypt({ sealed: row.sealedCredentials, keyId: row.keyId }, place);
    } catch (error) {
      if (error instanceof DecryptionError) throw new ConnectionProblem(error.message);
      throw error;
    }
  }
  const credentials = connector.credentials.safeParse(stored);
  if (!credentials.success)
    throw new ConnectionProblem(`The credentials are incomplete: ${wordsOf(credentials.error)}. Enter them again.`);
  return credentials.data;
}

/** Returns the names of credentials that are too short to be masked in the service's responses. */
export async function findUnmasked({ keys }: Pick<OpenDeps, "keys">, row: ConnectionRow): Promise<string[]> {
  if (row.sealedCredentials === null || row.keyId === null) return [];
  const sealed = { sealed: row.sealedCredentials, keyId: row.keyId };
  try {
    const opened = (await keys.seal()).decrypt(sealed, { workspaceId: row.workspaceId, connectionId: row.id });
    return Object.keys(opened).filter((name) => textsOf(opened[name]).some(isTooShort));
  } catch (error) {
    // `openRow` reports credentials that cannot be decrypted as a problem of the connection.
    if (error instanceof DecryptionError) return [];
    throw error;
  }
}

/** Encrypts the credentials. Returns nulls where there is nothing to encrypt. */
export function sealCredentials(
  seal: CredentialCipher | undefined,
  credentials: unknown,
  { workspaceId, id }: Pick<ConnectionRow, "workspaceId" | "id">,
): Sealed {
  const fields = isJsonObject(credentials as JsonObject)
    ? Object.entries(credentials as JsonObject).filter(([, value]) => value !== undefined)
    : [];
  if (fields.length === 0 || !seal) return { sealedCredentials: null, keyId: null, credentialFields: [] };
  const { sealed, keyId } = seal.encrypt(Object.fromEntries(fields), { workspaceId, connectionId: id });
  return { sealedCredentials: sealed, keyId, credentialFields: fields.map(([name]) => name).sort() };
}

/** Describes where each fault is and what it is, never the value. */
const wordsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => [path.join("."), message].filter((part) => part !== "").join(" ")).join("; ");

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
