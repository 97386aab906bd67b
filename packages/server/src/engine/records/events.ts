import type { JsonObject } from "@countersign/protocol";
import type { Events } from "../../ports/records.ts";
import { findAuditHead, findEventsAfter } from "../../store/statements/audit-events.ts";
import type { ChangeSignals } from "../changes.ts";
import type { EngineDeps } from "../deps.ts";

/** The events of a workspace, for those who follow them live. */
export const createEvents = ({ database: { kysely } }: Pick<EngineDeps, "database">, changes: ChangeSignals): Events => ({
  async after(by, seq, limit) {
    const head = (await findAuditHead(kysely, by.workspaceId))?.seq ?? 0;
    const rows = seq < head ? await findEventsAfter(kysely, by.workspaceId, seq, limit) : [];
    const events = rows.map(({ seq: at, kind, actionId, data }) => ({
      seq: at,
      kind,
      actionId,
      data: JSON.parse(data) as JsonObject,
    }));
    return { events, head };
  },
  onChange: changes.subscribe,
});
