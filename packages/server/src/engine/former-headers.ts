import { createDecipheriv, hkdfSync } from "node:crypto";

const NONCE = 12;
const TAG = 16;

/** Decrypts an upstream's headers of versions up to 0.1, which used COUNTERSIGN_SECRET itself. Undefined if no secret fits. */
export function openFormerHeaders(
  sealed: Uint8Array,
  { workspaceId, name }: { workspaceId: string; name: string },
  secrets: readonly string[],
): Record<string, string> | undefined {
  const bytes = Buffer.from(sealed);
  for (const secret of secrets) {
    const key = Buffer.from(hkdfSync("sha256", secret, "", "countersign upstream headers v1", 32));
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(JSON.stringify([workspaceId, name])))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const body = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
      return JSON.parse(body.toString("utf8")) as Record<string, string>;
    } catch {
      continue;
    }
  }
  return undefined;
}
