import type { JsonObject, SavedRecord } from "@countersign/protocol";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { listSavedRecords, type ListedRecord, type RecordPosition } from "../../store/statements/saved-records.ts";
import type { SavedRecords } from "../../ports/records.ts";
import type { EngineDeps } from "../deps.ts";

const PAGE = 50;

export const createSavedRecords = ({ database }: Pick<EngineDeps, "database">): SavedRecords => ({
  async list(by, { kind, cursor, limit = PAGE }) {
    if (!hasRole(by, "viewer") && by.kind !== "agent") {
      return refuse("FORBIDDEN", "A worker key cannot read saved records.");
    }
    const savedBy = by.kind === "agent" ? by.id : undefined;
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (after === null) {
      return refuse("INVALID_INPUT", "This cursor is not valid.", {
        errors: [{ path: "/cursor", message: "must come from a page before" }],
      });
    }
    const rows = await listSavedRecords(database.kysely, {
      workspaceId: by.workspaceId,
      kind,
      savedBy,
      after,
      limit: limit + 1,
    });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return ok({ items: items.map(toRecord), nextCursor: rows.length > limit && last ? writeCursor(last) : null });
  },
});

export const toRecord = ({
  actionId,
  position,
  kind,
  title,
  data,
  savedAt,
}: Omit<ListedRecord, "savedAtMicros">): SavedRecord => ({
  actionId,
  position,
  kind,
  title,
  data: JSON.parse(data) as JsonObject,
  savedAt: savedAt.toISOString(),
});

export const writeCursor = ({ savedAtMicros, actionId, position }: ListedRecord): string =>
  Buffer.from([savedAtMicros, actionId, position].join(" ")).toString("base64url");

/** Returns null for a text that is no cursor. */
export function readCursor(cursor: string): RecordPosition | null {
  const found = /^(\d{1,18}) ([0-9a-f-]{1,64}) (\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  return found ? { savedAtMicros: found[1]!, actionId: found[2]!, position: Number(found[3]) } : null;
}
