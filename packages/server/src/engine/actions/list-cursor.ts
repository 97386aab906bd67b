import type { ListSort } from "@countersign/protocol";
import type { PagePosition } from "../../store/statements/list-actions.ts";

/** Encodes where the next page starts, and in which order: in another order the cursor would skip rows. */
export const writeCursor = (sort: ListSort, { risk, createdAtMicros, id }: PagePosition): string =>
  Buffer.from([sort, risk, createdAtMicros, id].join(" "), "utf8").toString("base64url");

/** Returns null if the cursor is malformed or of another order. */
export function readCursor(sort: ListSort, cursor: string): PagePosition | null {
  const found = /^(\w+) ([0-5]) (\d{1,18}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (found?.[1] !== sort) return null;
  return { risk: Number(found[2]), createdAtMicros: found[3]!, id: found[4]! };
}
