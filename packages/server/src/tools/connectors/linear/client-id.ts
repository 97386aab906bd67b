import { createHash } from "node:crypto";
import { ServiceFault } from "../service-fault.ts";

/**
 * Derives the id of a new issue or comment: equal for every attempt of one action, so that Linear refuses a second one. Linear
 * accepts only version 4 UUIDs.
 */
export function clientId(idempotencyKey: string): string {
  const bytes = createHash("sha256").update(`linear:${idempotencyKey}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Creates an object under our own id. Refused input may mean that an earlier attempt created the object, so `find` then looks
 * for it by that id, whatever words Linear uses for the refusal.
 */
export async function createOnce<T>(create: () => Promise<T>, find: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.kind !== "validation") throw error;
    const found = await find().catch((miss: unknown) => {
      if (miss instanceof ServiceFault && miss.kind === "not_found") return undefined;
      // It is unknown whether the object exists.
      throw miss instanceof ServiceFault ? new ServiceFault(miss.kind, miss.message, { mayHaveHappened: true }) : miss;
    });
    if (found === undefined) throw error;
    return found;
  }
}
