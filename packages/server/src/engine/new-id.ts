import { randomUUID } from "node:crypto";

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
  const time = lastMs.toString(16).padStart(12, "0");
  // The last two groups of a random UUID have the same form in both versions; Node.js keeps random bytes ready for them.
  return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | counter).toString(16)}-${randomUUID().slice(19)}`;
}
