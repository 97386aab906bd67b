import type { ListSort } from "@countersign/protocol";
import type { PagePosition } from "../store/statements/list-actions.ts";

/** Where the next page starts. It says which order it is of: in another one it would skip rows. */
export const writeCursor = (sort: ListSort, { risk, createdAtMicros, id }: PagePosition): string =>
  Buffer.from([sort, risk, createdAtMicros, id].join(" "), "utf8").toString("base64url");

/** `null` for what is no cursor of this order. */
export function readCursor(sort: ListSort, cursor: string): PagePosition | null {
  const found = /^(\w+) ([0-5]) (\d{1,18}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (found?.[1] !== sort) return null;
  return { risk: Number(found[2]), createdAtMicros: found[3]!, id: found[4]! };
}
