import type { Asker } from "../../ports/tool.ts";
import type { Database } from "../../store/database.ts";
import { findSavedRecord, listSavedRecords } from "../../store/statements/saved-records.ts";
import { readCursor, toRecord, writeCursor } from "../../engine/records/saved-records.ts";
import type { Records } from "../connectors/workspace/read-records.ts";

/** Reads saved records for the tools of the connector `workspace`. */
export const ownRecords = ({ kysely }: Pick<Database, "kysely">): Records => ({
  async list({ workspaceId, by }, { kind, cursor, limit }) {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (after === null) return undefined;
    const rows = await listSavedRecords(kysely, { workspaceId, kind, savedBy: agentOf(by), after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(toRecord), nextCursor: rows.length > limit && last ? writeCursor(last) : null };
  },

  async find({ workspaceId, by }, actionId, position) {
    const row = await findSavedRecord(kysely, { workspaceId, actionId, position, savedBy: agentOf(by) });
    return row && toRecord(row);
  },
});

const agentOf = ({ kind, id }: Asker): string | undefined => (kind === "agent" ? id : undefined);
