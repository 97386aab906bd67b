import { contentPreviewSchema } from "@countersign/protocol";
import type {
  Action,
  ActionComment,
  ActionPage,
  ActionSummary,
  Counts,
  JsonObject,
  TimelineEntry,
} from "@countersign/protocol";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { findEventsOfAction, type AuditRow } from "../../store/statements/audit-events.ts";
import { listCheckpoints } from "../../store/statements/checkpoints.ts";
import { countWaiting } from "../../store/statements/count-waiting.ts";
import { listActions } from "../../store/statements/list-actions.ts";
import { countActions, findAction, findActions, type StoredAction } from "../../store/statements/read-actions.ts";
import type { EngineDeps } from "../deps.ts";
import type { ActionFilter, Actions } from "../../ports/actions.ts";
import { noteTold, readComments } from "./comments.ts";
import { findNearRepeat } from "./find-near-repeat.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import { toOutcome } from "./outcome.ts";
import { refuseSession } from "./refuse-session.ts";
import { toCounts } from "./to-counts.ts";
import { withRouting } from "../decisions/routing.ts";
import { toAction, toActionOfPeople, toActionSummary, withoutLostAnswer, toAuditEntry } from "./to-wire.ts";
import type { Waiting } from "../proposals/wait.ts";

/** Rows read at once, to bound the memory that one request holds. */
const PAYLOADS_AT_ONCE = 10;
const MAX_CHECKPOINTS = 200;
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

/** Read access: a member sees the workspace, an agent what it proposed, a worker the calls of its tools. */
export function createQueries(deps: EngineDeps, waiting: Waiting): Omit<Actions, "refinements" | "readResult"> {
  const { kysely } = deps.database;

  return {
    get: (by, id) => readAction(deps, by, id),
    async wait(by, id, waitSeconds, signal) {
      const found = await findVisible(deps, by, id);
      if (!found.ok) return found;
      const crowded = waiting.refuseCrowded(by, waitSeconds);
      if (crowded) return crowded;
      await waiting.untilDecided(by, id, waitSeconds, signal);
      const action = await readAction(deps, by, id);
      // After an abort the agent receives nothing.
      if (action.ok && by.kind === "agent" && !signal?.aborted && action.value.comments?.some(isUnread))
        await noteTold(deps, by, id);
      return action;
    },
    async outcome(by, id) {
      const found = await findVisible(deps, by, id);
      return found.ok ? ok(toOutcome(toAction(found.value))) : found;
    },
    async list(by, filter): Promise<Result<ActionPage>> {
      if (!mayList(by)) return notForWorkers();
      const { sort = "newest", limit = 50, cursor, ...wanted } = filter;
      const after = cursor === undefined ? undefined : readCursor(sort, cursor);
      if (after === null) {
        const errors = [{ path: "/cursor", message: `is not a cursor for the order ${sort}` }];
        return refuse("INVALID_INPUT", "This cursor is not valid for this order.", { errors });
      }
      const { rows, more } = await listActions(
        kysely,
        by.workspaceId,
        { ...wanted, ...ownOnly(by) },
        { sort, limit, ...(after && { after }) },
      );
      const last = rows.at(-1);
      return ok({
        items: rows.map(toActionSummary).map((row) => (by.kind === "agent" ? ofAgent(row) : row)),
        nextCursor: more && last ? writeCursor(sort, last) : null,
      });
    },
    counts: (by) => counts(deps, by, {}),
    async briefing(by, of) {
      const refused = await refuseSession(deps, by, of.sessionId);
      if (refused) return refused;
      const found = await counts(deps, by, of);
      if (!found.ok) return found;
      const own = by.kind === "agent" ? { openedBy: by.id } : {};
      const open = await listCheckpoints(kysely, by.workspaceId, { ...of, ...own, open: true }, MAX_CHECKPOINTS);
      return ok({ ...found.value, checkpoints: open.filter(({ pending }) => pending > 0).length });
    },
    timeline: (by, id) => timeline(deps, by, id),
    async proposals(by, sessionId, ids) {
      const refused = mayList(by) ? await refuseSession(deps, by, sessionId) : notForWorkers();
      if (refused) return refused;
      const payloads: Record<string, JsonObject> = {};
      let bytes = 0;
      for (let n = 0; n < ids.length; n += PAYLOADS_AT_ONCE) {
        const rows = await findActions(kysely, by.workspaceId, ids.slice(n, n + PAYLOADS_AT_ONCE));
        for (const row of rows.filter((one) => one.sessionId === sessionId && isVisible(by, one))) {
          bytes += row.preview.length + (row.current?.length ?? 0) + (row.proposed?.length ?? 0);
          payloads[row.id] = toReviewPayload(row);
        }
        if (bytes > MAX_PAYLOAD_BYTES)
          return refuse("TOO_LARGE", "These payloads are too large for one response. Request fewer ids.");
      }
      return ok(payloads);
    },
  };
}

async function findVisible({ database: { kysely } }: EngineDeps, by: Principal, id: string): Promise<Result<StoredAction>> {
  const row = await findAction(kysely, by.workspaceId, id);
  return row && isVisible(by, row) ? ok(row) : refuse("NOT_FOUND", "There is no such action in this workspace.");
}

async function timeline(deps: EngineDeps, by: Principal, id: string): Promise<Result<TimelineEntry[]>> {
  const found = await findVisible(deps, by, id);
  if (!found.ok) return found;
  const events = await findEventsOfAction(deps.database.kysely, by.workspaceId, id);
  const told = by.kind === "user" ? events : events.filter(isToldToPrograms);
  return ok(told.map(toAuditEntry).map(({ seq, at, kind, by: who, data }) => ({ seq, at, kind, by: who, data })));
}

/** What people say to each other about an action is for people only. */
const isToldToPrograms = ({ kind, data }: AuditRow): boolean =>
  kind !== "action.commented" || (JSON.parse(data) as { forAgent?: boolean }).forAgent === true;

const ofAgent = (row: ActionSummary): ActionSummary => {
  const { commentCount: _ofPeople, ...told } = withoutLostAnswer(row);
  return told;
};

const isUnread = ({ forAgent, readAt }: ActionComment): boolean => forAgent && readAt === null;

async function readAction(deps: EngineDeps, by: Principal, id: string): Promise<Result<Action>> {
  const found = await findVisible(deps, by, id);
  if (!found.ok) return found;
  const isPerson = hasRole(by, "viewer");
  const isPending = found.value.status === "pending";
  const routed = isPerson || isPending ? await withRouting(deps.checks, by, found.value) : found;
  const stored = routed.ok ? routed.value : found.value;
  if (!isPerson) {
    const action = withoutLostAnswer(toAction(stored));
    return ok(by.kind === "agent" ? { ...action, comments: await readComments(deps, by, id) } : action);
  }
  const comments = await readComments(deps, by, id);
  const action = { ...toActionOfPeople(stored), commentCount: comments.length, comments };
  return ok(isPending ? { ...action, nearRepeatOf: await findNearRepeat(deps.database, found.value) } : action);
}

/** Filter of every list and count: even a count must not reveal what the caller may not see. */
const ownOnly = (by: Principal): Pick<ActionFilter, "proposedBy"> => (by.kind === "agent" ? { proposedBy: by.id } : {});

const mayList = (by: Principal): boolean => hasRole(by, "viewer") || by.kind === "agent";

const notForWorkers = (): Result<never> => refuse("FORBIDDEN", "A worker key cannot list actions.");

async function counts(
  { database: { kysely } }: EngineDeps,
  by: Principal,
  filter: Pick<ActionFilter, "sessionId" | "missionId">,
): Promise<Result<Counts>> {
  if (!mayList(by)) return notForWorkers();
  const scope = { ...filter, ...ownOnly(by) };
  const [all, waits] = await Promise.all([
    countActions(kysely, by.workspaceId, scope),
    countWaiting(kysely, by.workspaceId, scope),
  ]);
  return ok(toCounts(all, waits));
}

function isVisible(by: Principal, row: StoredAction): boolean {
  if (by.kind === "agent") return row.proposedBy === by.id;
  if (by.kind === "worker") return row.source === by.id;
  return hasRole(by, "viewer");
}

/** The data from which a review widget draws one proposal. */
const toReviewPayload = (row: StoredAction): JsonObject => {
  const { id, toolName, status, version, digest, preview, current, proposed, target, caption } = toAction(row);
  const elementPath = target === null ? null : target.slice(target.indexOf(":") + 1);
  const content = contentPreviewSchema.safeParse(preview["content"]);
  return {
    id,
    toolName,
    status,
    version,
    digest,
    preview: preview as JsonObject,
    current,
    proposed,
    elementPath,
    elementId: content.success ? content.data.elementId : target,
    caption,
  };
};
