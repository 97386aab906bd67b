import { randomBytes } from "node:crypto";

/** Maximum of the 12-bit counter; on overflow the time advances by a millisecond. */
const MAX_IN_A_MILLISECOND = 0xfff;
let lastMs = 0;
let counter = 0;

/**
 * Returns a UUID of version 7 (RFC 9562): 48 bits of time first, so that new rows are adjacent in the index, then a counter, so
 * that actions proposed together keep their order.
 */
export function newId(): string {
  const nowMs = Math.max(Date.now(), lastMs);
  counter = nowMs === lastMs ? counter + 1 : 0;
  lastMs = counter > MAX_IN_A_MILLISECOND ? nowMs + 1 : nowMs;
  if (counter > MAX_IN_A_MILLISECOND) counter = 0;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
