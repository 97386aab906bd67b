import { hkdfSync } from "node:crypto";
import { decryptText } from "../../core/aes-gcm.ts";

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
      return JSON.parse(decryptText(key, bytes, JSON.stringify([workspaceId, name]))) as Record<string, string>;
    } catch {
      continue;
    }
  }
  return undefined;
}
