import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts an upstream's headers as version 0.1 did, with a key derived from COUNTERSIGN_SECRET. */
export function sealAsBefore(secret: string, headers: object, place: { workspaceId: string; name: string }): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "countersign upstream headers v1", 32));
  const nonce = randomBytes(12);
  const bound = Buffer.from(JSON.stringify([place.workspaceId, place.name]));
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound);
  const body = Buffer.concat([cipher.update(JSON.stringify(headers), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
