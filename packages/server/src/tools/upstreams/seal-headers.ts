import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Keeps the headers of an upstream unreadable in the database. */
export interface HeaderSeal {
  seal(headers: Readonly<Record<string, string>>, place: SealPlace): Uint8Array;
  /** `undefined` where this key did not seal it, or it was moved from another place. */
  open(sealed: Uint8Array, place: SealPlace): Record<string, string> | undefined;
}

export interface SealPlace {
  workspaceId: string;
  name: string;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM under a key derived from the server's secret, which is not in the database. */
export function createHeaderSeal(secret: string): HeaderSeal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "countersign upstream headers v1", 32));
  const bind = ({ workspaceId, name }: SealPlace): Buffer => Buffer.from(JSON.stringify([workspaceId, name]));
  return {
    seal(headers, place) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bind(place));
      const body = Buffer.concat([cipher.update(JSON.stringify(headers), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG })
          .setAAD(bind(place))
          .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
        const body = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
        return JSON.parse(body.toString("utf8")) as Record<string, string>;
      } catch {
        return undefined;
      }
    },
  };
}
