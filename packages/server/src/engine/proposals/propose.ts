import type { Outcome, ProposedBatch, ProposeManyRequest, ProposeRequest } from "@countersign/protocol";
import { isDatabaseFault } from "../../core/database-fault.ts";
import { isListCall } from "../../core/list-call.ts";
import type { Principal } from "../../core/principal.ts";
import { isQuestion } from "../../core/questions.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { scopeOf } from "../../ports/tool.ts";
import { insertActions, type NewAction, type Stored } from "../../store/statements/insert-actions.ts";
import { findActions } from "../../store/statements/read-actions.ts";
import type { Proposals } from "../../ports/actions.ts";
import type { EngineDeps } from "../deps.ts";
import { failpoint } from "../failpoint.ts";
import { batchIdOf } from "./batch-id.ts";
import type { createPendingQuota } from "./pending-quota.ts";
import { STILL_LOADING } from "./refuse-loading.ts";
import { queuedOutcome, toOutcome } from "../actions/outcome.ts";
import {
  askedItem,
  findContexts,
  prepareAll,
  prepareOne,
  tooLarge,
  type AskedItem,
  type Held,
  type Item,
  type Prepared,
} from "./prepare-calls.ts";
import { takeApart, tellListed } from "./propose-list.ts";
import type { createRepeats } from "../policy/repeats.ts";
import { toAction } from "../actions/to-wire.ts";
import type { Waiting } from "./wait.ts";

/** What takes calls in; shared by proposals and held calls. */
export interface ProposeParts {
  deps: EngineDeps;
  waiting: Waiting;
  refuseRepeat: ReturnType<typeof createRepeats>["refuseRepeat"];
  refuseOverQuota: ReturnType<typeof createPendingQuota>;
}

export const createProposals = (parts: ProposeParts): Proposals => ({
  propose: (by, request, signal) => propose(parts, by, request, signal),
  proposeMany: (by, request) => proposeMany(parts, by, request),
});

/**
 * Stores all actions or none; returns the stored rows by id. A call that a grant was to approve is stored as pending if
 * another call took the last use. Returns undefined if another request took an idempotency key since it was read.
 */
async function store(
  parts: ProposeParts,
  by: Principal,
  actions: readonly NewAction[],
): Promise<ReadonlyMap<string, Stored> | undefined> {
  const { database } = parts.deps;
  if (actions.length === 0) return new Map();
  failpoint("propose.described");
  const stored = await insertAll(parts, by, actions);
  if (!stored) return undefined;
  failpoint("propose.committed");
  database.notify(by.workspaceId);
  if (stored.some(({ status }) => status === "approved")) parts.deps.wakeExecutor();
  return new Map(stored.map((one) => [one.id, one]));
}

async function insertAll(
  { deps: { database, batched } }: ProposeParts,
  by: Principal,
  actions: readonly NewAction[],
): Promise<readonly Stored[] | undefined> {
  const proposals = actions.map((action) => ({ workspaceId: by.workspaceId, by, action }));
  const insert = async (kysely: typeof database.kysely) => {
    const stored = await insertActions(kysely, proposals);
    return stored.length === proposals.length ? stored : undefined;
  };
  const [only] = proposals;
  if (only && proposals.length === 1) {
    const stored = await batched.insert(only);
    return stored && [stored];
  }
  // One statement is atomic by itself, except that a taken key leaves out only its own row.
  if (actions.every((action) => action.idempotencyKey === null)) return insert(database.kysely);
  const transaction = await database.kysely.startTransaction().execute();
  try {
    const whole = await insert(transaction);
    await (whole ? transaction.commit() : transaction.rollback()).execute();
    return whole;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
}

async function read({ deps: { registry } }: ProposeParts, by: Principal, item: Item): Promise<Result<Outcome>> {
  try {
    const result = await registry.read(item.toolName, item.toolInput, scopeOf({ ...by, proposedBy: by.id }));
    const message = "This tool only reads and runs without approval.";
    return ok({ status: "executed", pendingActionId: null, toolName: item.toolName, message, result });
  } catch (error) {
    if (isDatabaseFault(error)) throw error;
    const message = error instanceof Error ? error.message : "The tool failed.";
    return refuse("INVALID_INPUT", message, { errors: [{ path: "/toolInput", message }] });
  }
}

async function propose(
  parts: ProposeParts,
  by: Principal,
  request: ProposeRequest,
  signal?: AbortSignal,
): Promise<Result<Outcome>> {
  const { delivery, waitSeconds, onWaitEnd, batchId, ...item } = request;
  const held = {
    ...(delivery === undefined ? {} : { delivery }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(onWaitEnd === undefined ? {} : { onWaitEnd }),
  };
  return proposeOne(parts, by, askedItem(item, { path: "", inputPath: "/toolInput" }), {
    held,
    batchId,
    signal,
    mayBeList: true,
  });
}

/** Proposes one call, queued or held. With `mayBeList` its input may be a list of calls; a list of one is that call. */
export async function proposeOne(
  parts: ProposeParts,
  by: Principal,
  call: AskedItem,
  how: { held: Partial<Held>; batchId?: string | undefined; signal?: AbortSignal | undefined; mayBeList?: boolean },
): Promise<Result<Outcome>> {
  const { refuseRepeat, waiting, refuseOverQuota } = parts;
  if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can propose. People decide.");
  const arrivedAt = performance.now();
  const { item } = call;
  const { held, signal } = how;
  const batchId = how.batchId ?? batchIdOf([item]);
  const [context] = await findContexts(parts.deps, by, [call]);
  const { tool } = context!;
  const batchKey = tool?.batchKey ?? null;
  if (how.mayBeList && tool && isListCall(batchKey, item.toolInput)) {
    const taken = takeApart({ ...tool, batchKey }, item, call.inputPath);
    if (!taken.ok) return taken;
    const [only] = taken.value;
    if (only && taken.value.length === 1) return proposeOne(parts, by, only, { ...how, mayBeList: false });
    const proposed = await proposeEach(parts, by, taken.value, batchId);
    return proposed.ok ? ok(tellListed(item.toolName, proposed.value.batchId, proposed.value.items)) : proposed;
  }
  const prepared = await prepareOne(parts.deps, by, call, context!, batchId, held);
  if (prepared.kind === "refused") return { ok: false, refusal: prepared.refusal };
  if (prepared.kind === "read") return read(parts, by, item);
  if (prepared.kind === "rejected before") return ok(await refuseRepeat(by, item, prepared.repeat));
  const isHeld = prepared.held.delivery === "wait" || (prepared.kind === "new" && !prepared.gated);
  const refused =
    (isHeld && waiting.refuseCrowded(by)) ||
    (prepared.kind === "new" && mayWait(prepared.action) && (await refuseOverQuota(by, 1)));
  if (refused) return refused;
  const stored = prepared.kind === "new" ? await store(parts, by, [prepared.action]) : undefined;
  // Another request took the idempotency key; the retry returns its action.
  if (prepared.kind === "new" && !stored) return proposeOne(parts, by, call, how);
  const id = prepared.kind === "new" ? prepared.action.id : prepared.id;
  if (stored?.get(id)?.status === "approved") {
    return waiting.untilDone(by, id, held.waitSeconds ?? 30, signal);
  }
  if (prepared.held.delivery !== "wait") return ok(queuedOutcome(id, item.toolName, asksQuestion(prepared)));
  const takenSeconds = (performance.now() - arrivedAt) / 1000;
  return waiting.deliver(by, id, { ...prepared.held, waitSeconds: prepared.held.waitSeconds - takenSeconds }, signal);
}

/** Proposes several calls, all stored or none, none held for a decision. Returns an outcome for each, and their batch. */
export async function proposeEach(
  parts: ProposeParts,
  by: Principal,
  calls: readonly AskedItem[],
  batchId: string,
): Promise<Result<ProposedBatch>> {
  const { waiting, refuseOverQuota, refuseRepeat } = parts;
  const prepared = await prepareAll(parts.deps, by, calls, await findContexts(parts.deps, by, calls), batchId, {
    delivery: "queue",
  });
  const refused = refuseSome(calls, prepared);
  if (refused) return refused;
  const all = prepared.flatMap((one) => (one.kind === "new" ? [one.action] : []));
  // Identical calls under one idempotency key become one action.
  const firstOf = (action: NewAction) =>
    all.find((other) => other.idempotencyKey !== null && other.idempotencyKey === action.idempotencyKey) ?? action;
  const fresh = all.filter((action) => firstOf(action) === action);
  const gated = fresh.filter(mayWait).length;
  const holds = fresh.some(({ status }) => status === "approved");
  const tooMany = (holds && waiting.refuseCrowded(by)) || (gated > 0 && (await refuseOverQuota(by, gated)));
  if (tooMany) return tooMany;
  const stored = await store(parts, by, fresh);
  if (!stored) return proposeEach(parts, by, calls, batchId);
  const items = await Promise.all(
    prepared.map(async (one, n): Promise<Outcome> => {
      const { item } = calls[n]!;
      const first = one.kind === "new" ? firstOf(one.action).id : "";
      if (stored.get(first)?.status === "pending") return queuedOutcome(first, item.toolName, asksQuestion(one));
      if (one.kind === "repeat") return outcomeOf(parts, by, one.id, item.toolName);
      if (one.kind === "rejected before") return refuseRepeat(by, item, one.repeat);
      const outcome = one.kind === "new" ? await waiting.untilDone(by, first, 30) : await read(parts, by, item);
      return outcome.ok ? outcome.value : readFailure(item.toolName, outcome.refusal);
    }),
  );
  return ok({ batchId: fresh.length > 0 ? batchId : ((await batchOf(parts, by, prepared)) ?? batchId), items });
}

async function proposeMany(parts: ProposeParts, by: Principal, request: ProposeManyRequest): Promise<Result<ProposedBatch>> {
  if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can propose. People decide.");
  const calls = request.items.map((item, n) => askedItem(item, { path: `/items/${n}`, inputPath: `/items/${n}/toolInput` }));
  return proposeEach(parts, by, calls, request.batchId ?? batchIdOf(request.items));
}

const asksQuestion = (call: Prepared): boolean => call.kind === "new" && isQuestion(call.action);

async function outcomeOf({ deps: { database } }: ProposeParts, by: Principal, id: string, toolName: string): Promise<Outcome> {
  const [row] = await findActions(database.kysely, by.workspaceId, [id]);
  return row ? toOutcome(toAction(row)) : queuedOutcome(id, toolName);
}

/** Returns the batch that the original request created, if this request repeats it. */
async function batchOf(
  { deps: { database } }: ProposeParts,
  by: Principal,
  prepared: readonly Prepared[],
): Promise<string | undefined> {
  const repeat = prepared.find((one) => one.kind === "repeat");
  return repeat && (await findActions(database.kysely, by.workspaceId, [repeat.id]))[0]?.batchId;
}

/** Whether the action may become pending; also if a grant lets it pass, whose last use may be gone when it is stored. */
const mayWait = ({ status, grantId }: NewAction): boolean => status === "pending" || Boolean(grantId);

/** Refuses all of several calls because of those that are refused. */
function refuseSome(calls: readonly AskedItem[], prepared: readonly Prepared[]): { ok: false; refusal: Refusal } | undefined {
  const over = prepared.findIndex((one) => one.kind === "refused" && one.refusal.code === "TOO_LARGE");
  if (over >= 0) {
    const { path, inputPath } = calls[over]!;
    const { refusal } = tooLarge();
    return refuse("TOO_LARGE", refusal.detail, {
      errors: [{ path: path || inputPath, message: "and the calls before it are too large in total" }],
    });
  }
  // Not a fault of any call: the whole request succeeds later.
  if (prepared.some((one) => one.kind === "refused" && one.refusal === STILL_LOADING.refusal)) return STILL_LOADING;
  // A reason that refuses all calls of a list, such as a missing right, is not the fault of one of them.
  const whole = prepared.find((one, n) => one.kind === "refused" && !one.refusal.errors && calls[n]!.path === "");
  if (whole?.kind === "refused") return { ok: false, refusal: whole.refusal };
  const found = prepared.flatMap((one, n) => (one.kind === "refused" ? faultsOf(one.refusal, calls[n]!) : []));
  const errors = [...new Map(found.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()];
  if (errors.length > 0) return refuse("INVALID_INPUT", "Some calls are not valid. Nothing was stored.", { errors });
  const clashes = findKeyClashes(calls, prepared);
  return clashes.length === 0
    ? undefined
    : refuse("INVALID_INPUT", "Two different calls have the same idempotency key. Nothing was stored.", { errors: clashes });
}

/** Calls under one idempotency key must be identical; otherwise the first would be stored before the second is refused. */
function findKeyClashes(calls: readonly AskedItem[], prepared: readonly Prepared[]): { path: string; message: string }[] {
  const firstHash = new Map<string, string>();
  return prepared.flatMap((one, n) => {
    if (one.kind !== "new" || one.action.idempotencyKey === null) return [];
    const { idempotencyKey, requestHash } = one.action;
    const first = firstHash.get(idempotencyKey) ?? requestHash;
    firstHash.set(idempotencyKey, first);
    const path = `${calls[n]!.path}/idempotencyKey`;
    return first === requestHash ? [] : [{ path, message: "is already used by another call in this request" }];
  });
}

const faultsOf = (refusal: Refusal, { path }: AskedItem) =>
  refusal.errors ?? [
    { path: `${path}/${refusal.code === "IDEMPOTENCY_CONFLICT" ? "idempotencyKey" : "toolName"}`, message: refusal.detail },
  ];

const readFailure = (toolName: string, refusal: Refusal): Outcome => ({
  status: "failed",
  pendingActionId: null,
  toolName,
  message: "This tool only reads, and the read failed.",
  error: { code: "handler", message: refusal.detail },
});
