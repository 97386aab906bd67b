import type { ActionPage, Counts, JsonObject, TimelineEntry } from "@countersign/protocol";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { findAuditHead, findEventsAfter, findEventsOfAction } from "../store/statements/audit-events.ts";
import { countActions, findAction, findActions, listActions, type ActionFilter, type CountRow, type PagePosition, type StoredAction } from "../store/statements/read-actions.ts";
import type { EngineDeps } from "./deps.ts";
import type { Engine, ListFilter } from "./engine.ts";
import { toOutcome } from "./outcome.ts";
import { toAction, toActionSummary, toAuditEntry } from "./to-wire.ts";
import type { Waiting } from "./wait.ts";

type Queries = Pick<
  Engine,
  "get" | "wait" | "outcome" | "list" | "counts" | "timeline" | "proposals" | "briefing" | "auditPage" | "eventsAfter"
>;

/** Reading. A member sees the workspace, an agent what it proposed, a worker what its tools are asked to do. */
export function createQueries(deps: EngineDeps, waiting: Waiting): Queries {
  const { kysely } = deps.database;

  async function findVisible(by: Principal, id: string): Promise<Result<StoredAction>> {
    const row = await findAction(kysely, by.workspaceId, id);
    return row && isVisible(by, row) ? ok(row) : refuse("NOT_FOUND", "There is no such action in this workspace.");
  }

  /** Part of every list and count: nobody is shown the number of what they may not see. */
  const ownOnly = (by: Principal): Pick<ActionFilter, "proposedBy"> => (by.kind === "agent" ? { proposedBy: by.id } : {});
  const mayList = (by: Principal): boolean => hasRole(by, "viewer") || by.kind === "agent";
  const notForWorkers = (): Result<never> => refuse("FORBIDDEN", "A worker claims work; it does not read lists.");

  async function counts(by: Principal, filter: Pick<ActionFilter, "sessionId">): Promise<Result<Counts>> {
    if (!mayList(by)) return notForWorkers();
    return ok(toCounts(await countActions(kysely, by.workspaceId, { ...filter, ...ownOnly(by) })));
  }

  return {
    async get(by, id) {
      const found = await findVisible(by, id);
      return found.ok ? ok(toAction(found.value)) : found;
    },
    async wait(by, id, waitSeconds, signal) {
      const found = await findVisible(by, id);
      return found.ok ? waiting.untilDecided(by, id, waitSeconds, signal) : found;
    },
    async outcome(by, id) {
      const found = await findVisible(by, id);
      return found.ok ? ok(toOutcome(toAction(found.value))) : found;
    },
    async list(by, filter): Promise<Result<ActionPage>> {
      if (!mayList(by)) return notForWorkers();
      const limit = filter.limit ?? 50;
      const after = filter.cursor === undefined ? undefined : readCursor(filter.cursor);
      if (after === null) {
        return refuse("INVALID_INPUT", "This cursor is not one of ours.", { errors: [{ path: "/cursor", message: "is not a cursor" }] });
      }
      const rows = await listActions(kysely, by.workspaceId, { ...toFilter(filter), ...ownOnly(by) }, limit + 1, after);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return ok({
        items: page.map(toActionSummary),
        nextCursor: rows.length > limit && last ? writeCursor({ createdAtMicros: last.createdAtMicros, id: last.id }) : null,
      });
    },
    counts: (by) => counts(by, {}),
    briefing: (by, sessionId) => counts(by, sessionId === null ? {} : { sessionId }),
    async timeline(by, id): Promise<Result<TimelineEntry[]>> {
      const found = await findVisible(by, id);
      if (!found.ok) return found;
      const events = await findEventsOfAction(kysely, by.workspaceId, id);
      return ok(events.map(toAuditEntry).map(({ seq, at, kind, by: who, data }) => ({ seq, at, kind, by: who, data })));
    },
    async proposals(by, sessionId, ids) {
      if (!mayList(by)) return notForWorkers();
      const rows = await findActions(kysely, by.workspaceId, ids);
      const seen = rows.filter((row) => row.sessionId === sessionId && isVisible(by, row));
      return ok(Object.fromEntries(seen.map((row) => [row.id, toReviewPayload(row)])));
    },
    async auditPage(by, { afterSeq, actionId, limit }) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members read the audit log.");
      const rows =
        actionId === undefined
          ? await findEventsAfter(kysely, by.workspaceId, afterSeq ?? 0, limit ?? 200)
          : await findEventsOfAction(kysely, by.workspaceId, actionId);
      return ok(rows.map(toAuditEntry));
    },
    async eventsAfter(by, seq, limit) {
      const head = (await findAuditHead(kysely, by.workspaceId))?.seq ?? 0;
      const rows = seq < head ? await findEventsAfter(kysely, by.workspaceId, seq, limit) : [];
      const events = rows.map(({ seq: at, kind, actionId, data }) => ({ seq: at, kind, actionId, data: JSON.parse(data) as JsonObject }));
      return { events, head };
    },
  };
}

function isVisible(by: Principal, row: StoredAction): boolean {
  if (by.kind === "agent") return row.proposedBy === by.id;
  if (by.kind === "worker") return row.source === by.id;
  return hasRole(by, "viewer");
}

function toFilter({ cursor: _cursor, limit: _limit, ...filter }: ListFilter): ActionFilter {
  return filter;
}

const writeCursor = (position: PagePosition): string =>
  Buffer.from(`${position.createdAtMicros} ${position.id}`, "utf8").toString("base64url");

function readCursor(cursor: string): PagePosition | null {
  const [createdAtMicros, id, ...more] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
  if (createdAtMicros === undefined || id === undefined || more.length > 0) return null;
  return /^\d{1,18}$/.test(createdAtMicros) && /^[0-9a-f-]{36}$/.test(id) ? { createdAtMicros, id } : null;
}

function toCounts(rows: readonly CountRow[]): Counts {
  const byStatus: Record<string, number> = {};
  for (const row of rows) byStatus[row.status] = (byStatus[row.status] ?? 0) + row.count;
  const pending = rows.filter((row) => row.status === "pending");
  const oldest = pending.map((row) => row.oldestAt.toISOString()).sort()[0] ?? null;
  return {
    byStatus,
    byTool: pending
      .map((row) => ({ toolName: row.toolName, pending: row.count, oldestAt: row.oldestAt.toISOString() }))
      .sort((a, b) => b.pending - a.pending || a.toolName.localeCompare(b.toolName)),
    oldestPendingAt: oldest,
  };
}

/** What a review widget draws one proposal from. */
const toReviewPayload = (row: StoredAction): JsonObject => {
  const { id, toolName, status, version, digest, preview, current, proposed, target, caption } = toAction(row);
  const elementPath = target === null ? null : target.slice(target.indexOf(":") + 1);
  return { id, toolName, status, version, digest, preview: preview as JsonObject, current, proposed, elementPath, elementId: target, caption };
};
