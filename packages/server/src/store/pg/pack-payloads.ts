/** PostgreSQL rejects notifications of 8000 bytes or more. */
const MAX_BYTES = 7999;

/** Packs all ids into JSON arrays, each small enough to send. */
export function packPayloads(ids: readonly string[]): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = 2;
  for (const id of ids) {
    const part = JSON.stringify(id);
    const partBytes = Buffer.byteLength(part) + 1;
    if (parts.length > 0 && bytes + partBytes > MAX_BYTES) {
      payloads.push(`[${parts.join(",")}]`);
      parts = [];
      bytes = 2;
    }
    parts.push(part);
    bytes += partBytes;
  }
  if (parts.length > 0) payloads.push(`[${parts.join(",")}]`);
  return payloads;
}
