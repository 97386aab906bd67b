import type { Database } from "../../store/database.ts";
import { forgetSealed } from "../../store/statements/connections.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { countByKey, listSealed, reseal, type SealedRow } from "../../store/statements/sealed-rows.ts";
import { forgetHeaders } from "../../store/statements/upstreams.ts";
import { rememberSecrets } from "./known-secrets.ts";
import { openFormerHeaders } from "../catalog/former-headers.ts";
import {
  createCredentialCipher,
  keyIdOf,
  newKey,
  DecryptionError,
  SHORTEST_KEY,
  type CredentialPlace,
  type CredentialCipher,
} from "./credential-cipher.ts";

/** Key storage outside the database, used if the environment has no keys. */
export interface KeyFile {
  /** Shown in messages. */
  path: string;
  /** Returns the file's text; undefined if the file does not exist. */
  read(): Promise<string | undefined>;
  /** Writes atomically, readable by the owner only. */
  write(text: string): Promise<void>;
}

export interface SecretKeys {
  /** Creates the key file at first use. */
  seal(): Promise<CredentialCipher>;
  /** Throws if something stored needs a key that is missing here. */
  check(database: Database): Promise<void>;
}

const FROM_ENVIRONMENT = "COUNTERSIGN_SECRET_KEY";

export function splitKeys(text: string, where: string): string[] {
  const keys = text.split(/[\s,]+/).filter((key) => key !== "");
  rememberSecrets(`keys of ${where}`, keys);
  if (keys.some((key) => key.length < SHORTEST_KEY))
    throw new Error(`${where}: a key has fewer than ${SHORTEST_KEY} characters; \`openssl rand -base64 32\` makes one`);
  if (new Set(keys.map(keyIdOf)).size < keys.length) throw new Error(`${where}: the same key is listed twice`);
  return keys;
}

/** `configured` holds the environment's keys, the first of which encrypts; if it is empty, the file's keys apply. */
export function createSecretKeys(configured: readonly string[], file: KeyFile): SecretKeys {
  let made: Promise<CredentialCipher> | undefined;
  const read = async (): Promise<string[]> =>
    configured.length > 0 ? [...configured] : splitKeys((await file.read()) ?? "", file.path);

  async function make(): Promise<CredentialCipher> {
    const [first, ...others] = await read();
    if (first !== undefined) return createCredentialCipher([first, ...others]);
    const key = newKey();
    rememberSecrets(`keys of ${file.path}`, [key]);
    await file.write(`${key}\n`);
    return createCredentialCipher([key]);
  }

  return {
    async seal() {
      made ??= make();
      try {
        return await made;
      } catch (error) {
        made = undefined;
        throw error;
      }
    },
    async check(database) {
      const needed = await countByKey(database.kysely);
      if (needed.length === 0) return;
      const known = new Set((await read()).map(keyIdOf));
      const missing = needed.filter(({ keyId }) => !known.has(keyId));
      if (missing.length === 0) return;
      const what = missing
        .map(
          ({ keyId, count }) =>
            `${count === 1 ? "1 connection or upstream needs" : `${count} connections or upstreams need`} key ${keyId}`,
        )
        .join(", ");
      const where = configured.length > 0 ? FROM_ENVIRONMENT : file.path;
      throw new Error(
        `Stored credentials cannot be decrypted: ${what}, which is not in ${where}. Put the key back there (an older one goes after the first),  ` +
          `or, if it is lost for good, run \`countersign secrets forget <key>\` and enter those credentials again. The server did not start.`,
      );
    },
  };
}

export interface Rotation {
  /** Number of connections and upstreams that were re-encrypted with the first key. */
  resealed: number;
  keyId: string;
  /** The key in the file is new, and the former keys are no longer needed. */
  madeKey: boolean;
}

/** Rows whose credentials change meanwhile are read again in another round; more rounds mean that somebody keeps at it. */
const MAX_ROUNDS = 5;

/**
 * Re-encrypts everything with the first key. Whoever sets the environment changes its keys; in the file a new key is put first,
 * and the former ones are removed when nothing needs them. Can be rerun after an interruption.
 */
export async function rotateKeys(database: Database, configured: readonly string[], file: KeyFile): Promise<Rotation> {
  const former = configured.length > 0 ? [...configured] : splitKeys((await file.read()) ?? "", file.path);
  const madeKey = configured.length === 0;
  const first = madeKey ? newKey() : former[0]!;
  rememberSecrets("rotated keys", [first, ...former]);
  if (madeKey) await file.write(`${[first, ...former].join("\n")}\n`);
  const seal = createCredentialCipher([first, ...former.filter((key) => key !== first)]);
  let resealed = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const sealed = await listSealed(database.kysely);
    // Rows without a key id are left out: the server takes them over at startup, with the secret that encrypted them.
    const rows = sealed.filter(({ keyId }) => keyId !== null && keyId !== seal.firstKeyId);
    if (rows.length === 0) {
      if (madeKey) await file.write(`${first}\n`);
      return { resealed, keyId: seal.firstKeyId, madeKey };
    }
    for (const row of rows) {
      const place = placeOf(row);
      const opened = openRow(seal, row, { sealed: row.sealed, keyId: row.keyId! }, place);
      if (await reseal(database.kysely, row, seal.encrypt(opened, place))) resealed += 1;
    }
  }
  throw new Error("Credentials are being replaced at the same time. Run the command again.");
}

/** Removes credentials whose key is lost; returns their number. Their connections and upstreams need new ones. */
export const forgetKey = (database: Database, keyId: string): Promise<number> =>
  database.kysely
    .transaction()
    .execute(
      async (transaction) =>
        (await forgetSealed(transaction, keyId, SYSTEM)) + (await forgetHeaders(transaction, keyId, SYSTEM)),
    );

/** Re-encrypts what an earlier version encrypted with COUNTERSIGN_SECRET. Returns the names of what does not decrypt. */
export async function takeOverFormerHeaders(
  database: Database,
  keys: Pick<SecretKeys, "seal">,
  secrets: readonly string[],
): Promise<string[]> {
  const rows = (await listSealed(database.kysely)).filter(({ keyId }) => keyId === null);
  if (rows.length === 0) return [];
  const seal = await keys.seal();
  const left: string[] = [];
  for (const row of rows) {
    const opened = openFormerHeaders(row.sealed, { workspaceId: row.workspaceId, name: row.id }, secrets);
    if (opened) await reseal(database.kysely, row, seal.encrypt(opened, placeOf(row)));
    else left.push(row.name);
  }
  return left;
}

const placeOf = ({ table, workspaceId, id }: SealedRow): CredentialPlace =>
  table === "connection" ? { workspaceId, connectionId: id } : { workspaceId, upstream: id };

function openRow(
  seal: CredentialCipher,
  { table, name }: SealedRow,
  ...[sealed, place]: Parameters<CredentialCipher["decrypt"]>
) {
  try {
    return seal.decrypt(sealed, place);
  } catch (error) {
    if (error instanceof DecryptionError)
      throw new Error(
        `${table === "connection" ? "Connection" : "Upstream"} ${name}: ${error.message} Nothing of it was changed.`,
      );
    throw error;
  }
}
