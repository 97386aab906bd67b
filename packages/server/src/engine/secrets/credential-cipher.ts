import { hkdfSync, randomBytes } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { decryptText, encryptText } from "../../core/aes-gcm.ts";

/** The owner of credentials. Encrypted credentials that were moved to another owner do not decrypt. */
export type CredentialPlace = { workspaceId: string } & ({ connectionId: string } | { upstream: string });

export interface EncryptedCredentials {
  sealed: Uint8Array;
  keyId: string;
}

/** Encrypts credentials in the database with AES-256-GCM under keys that are not in it. */
export interface CredentialCipher {
  /** Encrypts with the first key. */
  encrypt(credentials: JsonObject, place: CredentialPlace): EncryptedCredentials;
  /** Throws a `DecryptionError` if the key is unknown, or the data is not what this key encrypted for this place. */
  decrypt(sealed: EncryptedCredentials, place: CredentialPlace): JsonObject;
  /** Id of the key that encrypts; the others only decrypt. */
  firstKeyId: string;
  knows(keyId: string): boolean;
}

/** A failure to decrypt. The message says what to do and contains no encrypted or secret data. */
export class DecryptionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DecryptionError";
  }
}

export const SHORTEST_KEY = 32;

const derive = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `countersign ${purpose} v1`, bytes));

/** Returns the id of a key, stored beside what the key encrypted. The id reveals nothing of the key. */
export const keyIdOf = (key: string): string => derive(key, "credential key id", 6).toString("hex");

export const newKey = (): string => randomBytes(32).toString("base64url");

/** The first of `keys` encrypts; all of them decrypt. */
export function createCredentialCipher(keys: readonly [string, ...string[]]): CredentialCipher {
  const byId = new Map(keys.map((key) => [keyIdOf(key), derive(key, "credentials", 32)]));
  const firstKeyId = keyIdOf(keys[0]);
  const bind = (keyId: string, place: CredentialPlace): string =>
    JSON.stringify([keyId, place.workspaceId, ...("upstream" in place ? ["upstream", place.upstream] : [place.connectionId])]);
  const needKey = (keyId: string): Buffer => {
    const key = byId.get(keyId);
    if (!key) {
      throw new DecryptionError(
        `The credentials are encrypted with key ${keyId}, which this server does not have. Add that key to COUNTERSIGN_SECRET_KEY after the first one, or enter the credentials again.`,
      );
    }
    return key;
  };

  return {
    firstKeyId,
    knows: (keyId) => byId.has(keyId),
    encrypt(credentials, place) {
      const sealed = encryptText(needKey(firstKeyId), JSON.stringify(credentials), bind(firstKeyId, place));
      return { sealed, keyId: firstKeyId };
    },
    decrypt({ sealed, keyId }, place) {
      const key = needKey(keyId);
      try {
        return JSON.parse(decryptText(key, Buffer.from(sealed), bind(keyId, place))) as JsonObject;
      } catch {
        throw new DecryptionError(
          "The credentials cannot be decrypted: they were changed in the database or belong to another connection. Enter them again.",
        );
      }
    },
  };
}
