import {
  BREAK_GLASS,
  refusePlace,
  type Action,
  type BatchResult,
  type DecisionItem,
  type JsonObject,
  type Verdict,
} from "@countersign/protocol";
import { actsForOf, refuseRun, type ActionFacts, type PersonFacts } from "../../core/authorize.ts";
import type { Decider } from "../../core/decide.ts";
import { placeOf } from "../../core/decision-place.ts";
import { sources } from "../../core/lifecycle.ts";
import { isQuestion } from "../../core/questions.ts";
import { mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { findAction, findActions, findPendingOfBatch, type StoredAction } from "../../store/statements/read-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { createAnswerInClient } from "./answer-in-client.ts";
import { asOfNow, refuseOtherTool, type Delegator } from "./decider.ts";
import { editAction, type Edit } from "./edit-action.ts";
import type { DecisionRequest, Decisions } from "../../ports/decisions.ts";
import { explainLostTransition } from "./explain-lost-transition.ts";
import { failpoint } from "../failpoint.ts";
import { newId } from "../new-id.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { refuseStart } from "./refuse-start.ts";
import { refuseStaleTarget } from "./refuse-stale-target.ts";
import { refuseUnanswered } from "./refuse-unanswered.ts";
import { withRouting } from "./routing.ts";
import { toActionOfPeople } from "../actions/to-wire.ts";
import { placedOf } from "./shown-risk.ts";
import { weigh } from "./weigh.ts";

const EVENT = { approve: "action.approved", reject: "action.rejected", refine: "action.refined" } as const satisfies Record<
  Verdict,
  string
>;

/** Rows of a batch that are read at once; a row may hold several MiB. */
const ROWS_AT_ONCE = 10;

export function createDecisions(deps: EngineDeps): Decisions {
  return {
    approve: (by, id, request) => decideOne(deps, by, id, "approve", request),
    breakGlass: (by, id, { digest, reason }) =>
      decideOne(deps, by, id, "approve", { digest, comment: reason, channel: BREAK_GLASS }),
    reject: (by, id, request) => decideOne(deps, by, id, "reject", request),
    refine: (by, id, request) => decideOne(deps, by, id, "refine", request),
    decideMany: (by, items, channel, batchId) => decideMany(deps, by, items, channel, batchId),
    previewEdits: (by, id, userEdits) => previewEdits(deps, by, id, userEdits),
    answerInClient: createAnswerInClient(deps, (by, id, verdict, request) => decideOne(deps, by, id, verdict, request)),
  };
}

/**
 * Attempts before a decision is refused: a worker's preview or another approval between read and write changes the version.
 * No rule needs more than 20 approvals, and each that comes first costs one attempt.
 */
const LOOKS = 25;

/** Rejections use the urgent statements, so that they queue behind no others. */
const statementsFor = (deps: EngineDeps, verdict: Verdict): EngineDeps["urgent"] =>
  verdict === "reject" ? deps.urgent : deps.batched;

async function decideOne(
  deps: EngineDeps,
  by: Principal,
  id: string,
  verdict: Verdict,
  request: DecisionRequest,
): Promise<Result<Action>> {
  for (let look = 1; ; look += 1) {
    const row = await statementsFor(deps, verdict).find({ workspaceId: by.workspaceId, id, deciderId: by.id });
    const result = row ? await decideRow(deps, by, row, verdict, request) : notFound();
    if (result !== "moved on" || look === LOOKS) {
      return result === "moved on" ? refuse("UNAVAILABLE", "The action keeps changing; try again.") : result;
    }
  }
}

async function decideRow(
  deps: EngineDeps,
  asked: Principal,
  read: StoredAction,
  verdict: Verdict,
  request: DecisionRequest,
): Promise<Result<Action> | "moved on"> {
  const routed = await withRouting(deps.checks, asked, read);
  // In an emergency nothing depends on the rules that could not be evaluated.
  if (!routed.ok && request.channel !== BREAK_GLASS) return routed;
  const row = routed.ok ? routed.value : read;
  const { userEdits, comment, channel, shownForMs } = request;
  // PostgreSQL does not read every offset that ISO 8601 allows.
  const notBefore = request.notBefore === undefined ? undefined : new Date(request.notBefore).toISOString();
  const edited = userEdits && Object.keys(userEdits).length > 0;
  const by = asOfNow(asked, row);
  const breaksGlass = channel === BREAK_GLASS;
  const seen = { verdict, digest: request.digest, breaksGlass };
  const first = weigh(row, by, edited ? { ...seen, edits: "unread" } : seen);
  const { decided } = first;
  if (!decided.ok) return withCurrent(decided, row);
  const impossible = await refuseApproval(deps, row, verdict, { channel, notBefore });
  if (impossible) return impossible;
  let edit: Edit | undefined;
  if (edited) {
    const made = await editAction(deps, by, row, userEdits);
    if (!made.ok) return made;
    edit = made.value;
  }
  const unanswered = verdict === "approve" ? refuseUnanswered({ ...row, ...edit?.parts }) : undefined;
  if (unanswered) return unanswered;
  // An edit may make further rules apply, under which other people, roles and delegations count.
  const routing = edit?.parts.routing ?? row.routing;
  const last = edit ? weigh({ ...row, routing }, by, { ...seen, edits: { digest: edit.digest } }) : first;
  const { decided: weighed, delegator } = last;
  if (!weighed.ok) return withCurrent(weighed, row);
  const isVote = weighed.value === "pending";
  const unfit =
    weighed.value === "approved" ? refuseRun(afterApproval({ ...row, routing }, by, { delegator, edit, channel })) : undefined;
  // An emergency approval that could not run would alarm everybody for nothing.
  if (breaksGlass && unfit) return refuse("FORBIDDEN", unfit.message);
  const selfConfirmed = verdict === "approve" && !breaksGlass && actsForOf(row) === by.id;
  const stored = { id: newId(), verdict, comment: comment ?? null, channel, shownForMs: shownForMs ?? null, selfConfirmed };
  failpoint("decide.read");
  const moved = await statementsFor(deps, verdict).transition({
    workspaceId: row.workspaceId,
    id: row.id,
    from: sources(isVote ? "vote" : verdict),
    to: weighed.value,
    seenVersion: row.version,
    by,
    event: isVote ? "action.vote" : EVENT[verdict],
    extra: {
      channel,
      ...(delegator ? { onBehalfOf: { id: delegator.id, name: delegator.name } } : {}),
      ...(comment ? { comment } : {}),
      ...(shownForMs === undefined ? {} : { shownForMs }),
      ...(notBefore === undefined ? {} : { notBefore }),
      // The assignee's vote ends the assignment.
      ...(isVote && row.assignee?.id === by.id ? { assignee: null } : {}),
    },
    digest: edit?.digest ?? row.digest,
    ...(edit ? { edited: edit.parts } : {}),
    decision: stored,
    ...epochOf(row),
    ...(delegator ? { delegator } : {}),
    ...(notBefore === undefined ? {} : { notBefore }),
    // In an emergency it runs now, whatever start earlier approvals named.
    ...(breaksGlass && { dropsNotBefore: true }),
    isVote,
    mayRun: weighed.value === "approved" && unfit === undefined,
  });
  if (!moved) return explainLostTransition(deps, by, row, verdict);
  failpoint("decide.committed");
  deps.database.notify(row.workspaceId);
  if (moved.status === "approved") deps.wakeExecutor();
  const { decision: written, ...changed } = moved;
  const decisions = written === null ? row.decisions : [...row.decisions, written];
  return ok(toActionOfPeople({ ...row, ...changed, ...edit?.parts, decisions, people: withPeople(row, by, delegator) }));
}

/** Refuses an approval that nobody could give now in this way; a start that nobody could ask for, too. */
async function refuseApproval(
  deps: EngineDeps,
  row: StoredAction,
  verdict: Verdict,
  { channel, notBefore }: { channel: string; notBefore: string | undefined },
): Promise<{ ok: false; refusal: Refusal } | "moved on" | undefined> {
  if (isQuestion(row) && (notBefore !== undefined || channel === BREAK_GLASS)) {
    return refuse("INVALID_INPUT", "A question is answered, not run, so it cannot be scheduled or approved in an emergency.");
  }
  const late = notBefore === undefined ? undefined : refuseStart(row, new Date(notBefore));
  if (late) return late;
  if (verdict !== "approve") return undefined;
  const elsewhere = refusePlace(placeOf(channel), placedOf(row));
  return (
    refuseOtherTool(row) ?? (elsewhere === undefined ? await refuseStaleTarget(deps, row) : refuse("FORBIDDEN", elsewhere))
  );
}

async function decideMany(
  deps: EngineDeps,
  by: Principal,
  items: readonly DecisionItem[],
  channel: string,
  batchId?: string,
): Promise<Result<BatchResult>> {
  const { kysely } = deps.database;
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can decide.");
  const repeated = items.findIndex((item, n) => items.findIndex((other) => other.pendingActionId === item.pendingActionId) < n);
  if (repeated >= 0) {
    const errors = [{ path: `/items/${repeated}/pendingActionId`, message: "is listed twice" }];
    return refuse("INVALID_INPUT", "Each action can be listed only once. Nothing was decided.", { errors });
  }
  const missing = items.findIndex((item) => item.verdict === "refine" && !item.feedback);
  if (missing >= 0) {
    const errors = [{ path: `/items/${missing}/feedback`, message: "is required to send a proposal back" }];
    return refuse("INVALID_INPUT", "Describe what to change. Nothing was decided.", { errors });
  }
  const unseen = items.flatMap(({ verdict, digest }, n) =>
    verdict === "approve" && digest === undefined ? [{ path: `/items/${n}/digest`, message: "is required to approve" }] : [],
  );
  if (unseen.length > 0) {
    return refuse("DIGEST_REQUIRED", "Each approval must include the digest of what was shown. Nothing was decided.", {
      errors: unseen,
    });
  }
  const ids = items.map((item) => item.pendingActionId);
  const members = batchId === undefined ? undefined : new Set(await findPendingOfBatch(kysely, by.workspaceId, batchId));
  if (members?.size === 0) return refuse("NOT_FOUND", "There is no such batch in this workspace.");

  const results: BatchResult["results"] = [];
  let rows = new Map<string, StoredAction>();
  for (const [n, item] of items.entries()) {
    if (n % ROWS_AT_ONCE === 0) {
      const found = await findActions(kysely, by.workspaceId, ids.slice(n, n + ROWS_AT_ONCE), by.id);
      rows = new Map(found.map((row) => [row.id, row]));
    }
    const row = rows.get(item.pendingActionId);
    const outside = members !== undefined && !members.has(item.pendingActionId);
    const result = !row || outside ? notFound() : await decideItem(deps, by, row, item, channel);
    results.push(toItemResult(item, result));
  }
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length;
  return ok({
    batchId: batchId ?? null,
    approved: count("approved"),
    voted: count("voted"),
    rejected: count("rejected"),
    refined: count("refined"),
    skipped: count("skipped"),
    results,
  });
}

async function decideItem(
  deps: EngineDeps,
  by: Principal,
  row: StoredAction,
  item: DecisionItem,
  channel: string,
): Promise<Result<Action>> {
  const elsewhere = item.verdict === "approve" && row.status === "pending" ? refusePlace("batch", placedOf(row)) : undefined;
  if (elsewhere !== undefined) return refuse("FORBIDDEN", elsewhere);
  const comment = item.verdict === "refine" ? item.feedback : (item.reason ?? item.comment);
  const request: DecisionRequest = {
    channel,
    ...(item.verdict === "approve" && item.userEdits ? { userEdits: item.userEdits } : {}),
    ...(item.verdict === "approve" && item.notBefore !== undefined ? { notBefore: item.notBefore } : {}),
    ...(comment === undefined ? {} : { comment }),
    ...(item.digest === undefined ? {} : { digest: item.digest }),
    ...(item.shownForMs === undefined ? {} : { shownForMs: item.shownForMs }),
  };
  const first = await decideRow(deps, by, row, item.verdict, request);
  return first === "moved on" ? decideOne(deps, by, row.id, item.verdict, request) : first;
}

async function previewEdits(deps: EngineDeps, by: Principal, id: string, userEdits: JsonObject): Promise<Result<Action>> {
  const { kysely } = deps.database;
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can edit.");
  const row = await findAction(kysely, by.workspaceId, id);
  if (!row) return notFound();
  const edit = await editAction(deps, by, row, userEdits);
  return edit.ok ? ok(toActionOfPeople({ ...row, ...edit.value.parts, digest: edit.value.digest })) : edit;
}

/** The epoch is there whenever the facts are. */
const epochOf = ({ policyEpoch }: StoredAction) => (policyEpoch === undefined ? {} : { policyEpoch });

/** The action as the approval leaves it, as far as `refuseRun` looks at it. */
function afterApproval(
  row: StoredAction,
  by: Decider,
  { delegator, edit, channel }: { delegator: Delegator | undefined; edit: Edit | undefined; channel: string },
): ActionFacts {
  const changesInput = edit !== undefined && edit.digest !== row.digest;
  const voteRound = changesInput ? row.voteRound + 1 : row.voteRound;
  const approval = {
    verdict: "approve" as const,
    byId: by.id,
    onBehalfOf: delegator?.id ?? null,
    voteRound,
    channel,
    isRevoked: false,
  };
  return {
    ...row,
    voteRound,
    editedBy: changesInput ? by.id : row.editedBy,
    resolvedKind: by.kind,
    resolvedBy: by.id,
    delegationId: delegator?.delegationId ?? null,
    delegation: delegator ? { userId: delegator.id, isRevoked: false } : null,
    grant: null,
    decisions: [...row.decisions, approval],
    people: withPeople(row, by, delegator),
  };
}

/** Adds the decider and the delegator to the people that were read with the action, who may not include them. */
function withPeople({ people = [], decider }: StoredAction, by: Decider, delegator: Delegator | undefined): PersonFacts[] {
  const { countedRole = null, countedTeams = [], mayBreakGlass = false } = decider ?? {};
  const hand = { id: by.id, name: by.name, role: by.role, teams: by.teams, countedRole, countedTeams, mayBreakGlass };
  const now = delegator ? [hand, delegator] : [hand];
  return [...people.filter(({ id }) => now.every((one) => one.id !== id)), ...now];
}

const notFound = (): Result<never> => refuse("NOT_FOUND", "There is no such action in this workspace.");

/** Adds the current action and who resolved it to the refusal of a decision that came too late. */
function withCurrent(result: Result<unknown>, row: StoredAction): { ok: false; refusal: Refusal } {
  if (result.ok) throw new Error("a decision that holds is no refusal");
  const { refusal } = result;
  if (refusal.code === "INVALID_STATE" && row.status !== "pending") return refuseResolved(row);
  if (refusal.code !== "DIGEST_MISMATCH" && refusal.code !== "INVALID_STATE") return { ok: false, refusal };
  const current = toActionOfPeople(row);
  return { ok: false, refusal: { ...refusal, current, resolvedBy: current.resolvedBy } };
}

function toItemResult(item: DecisionItem, result: Result<Action>): BatchResult["results"][number] {
  const { pendingActionId } = item;
  if (!result.ok) return { pendingActionId, outcome: "skipped", code: result.refusal.code, detail: result.refusal.detail };
  return { pendingActionId, outcome: result.value.status === "pending" ? "voted" : OUTCOME[item.verdict] };
}

const OUTCOME = { approve: "approved", reject: "rejected", refine: "refined" } as const satisfies Record<Verdict, string>;
