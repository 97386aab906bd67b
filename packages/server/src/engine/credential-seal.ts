import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";

/** Where credentials belong; sealed ones that were moved elsewhere do not open. */
export type CredentialPlace = { workspaceId: string } & ({ connectionId: string } | { upstream: string });

export interface SealedCredentials {
  sealed: Uint8Array;
  keyId: string;
}

/** Keeps credentials unreadable in the database: AES-256-GCM under keys that are not in it. */
export interface CredentialSeal {
  /** Under the first key. */
  seal(credentials: JsonObject, place: CredentialPlace): SealedCredentials;
  /** Throws a `SealFault`: no such key, or not what this key sealed for this place. */
  open(sealed: SealedCredentials, place: CredentialPlace): JsonObject;
  /** The id of the key that seals; the others only open. */
  firstKeyId: string;
  knows(keyId: string): boolean;
}

/** Its message says what to do, and holds nothing of what is sealed. */
export class SealFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SealFault";
  }
}

const NONCE = 12;
const TAG = 16;
export const SHORTEST_KEY = 32;

const derive = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `countersign ${purpose} v1`, bytes));

/** Names a key without giving anything of it away; it is kept beside what the key sealed. */
export const keyIdOf = (key: string): string => derive(key, "credential key id", 6).toString("hex");

export const newKey = (): string => randomBytes(32).toString("base64url");

/** `keys`: the first one seals, all of them open. */
export function createCredentialSeal(keys: readonly [string, ...string[]]): CredentialSeal {
  const byId = new Map(keys.map((key) => [keyIdOf(key), derive(key, "credentials", 32)]));
  const firstKeyId = keyIdOf(keys[0]);
  const bind = (keyId: string, place: CredentialPlace): Buffer =>
    Buffer.from(
      JSON.stringify([
        keyId,
        place.workspaceId,
        ...("upstream" in place ? ["upstream", place.upstream] : [place.connectionId]),
      ]),
    );
  const needKey = (keyId: string): Buffer => {
    const key = byId.get(keyId);
    if (!key) {
      throw new SealFault(
        `Its credentials are sealed with key ${keyId}, which this server does not have. Put that key back into COUNTERSIGN_SECRET_KEY, behind the first one, or enter the credentials again.`,
      );
    }
    return key;
  };

  return {
    firstKeyId,
    knows: (keyId) => byId.has(keyId),
    seal(credentials, place) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", needKey(firstKeyId), nonce).setAAD(bind(firstKeyId, place));
      const body = Buffer.concat([cipher.update(JSON.stringify(credentials), "utf8"), cipher.final()]);
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId: firstKeyId };
    },
    open({ sealed, keyId }, place) {
      const key = needKey(keyId);
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG })
          .setAAD(bind(keyId, place))
          .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
        return JSON.parse(text) as JsonObject;
      } catch {
        throw new SealFault(
          "Its credentials do not open: they were changed in the database, or belong to another place. Enter them again.",
        );
      }
    },
  };
}
