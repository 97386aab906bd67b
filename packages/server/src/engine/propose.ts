import type { JsonObject, Outcome, ProposedBatch, ProposeManyRequest, ProposeRequest } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import { actionDigest, sha256Hex } from "../core/digest.ts";
import { findGrant } from "../core/find-grant.ts";
import { needsApproval } from "../core/needs-approval.ts";
import type { Principal } from "../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { findProposeContext, type ProposeContext } from "../store/statements/find-propose-context.ts";
import { insertActions, type NewAction, type Stored } from "../store/statements/insert-actions.ts";
import { findActions } from "../store/statements/read-actions.ts";
import type { EngineDeps } from "./deps.ts";
import { describeCall } from "./describe-call.ts";
import { failpoint } from "./failpoint.ts";
import { newId } from "./new-id.ts";
import { createPendingQuota } from "./pending-quota.ts";
import { queuedOutcome, toOutcome } from "./outcome.ts";
import { refuseTool } from "./refuse-tool.ts";
import { findRefusedRepeat, type createRepeats, type RefusedRepeat } from "./repeats.ts";
import { toAction } from "./to-wire.ts";
import { validateInput } from "./validate-input.ts";
import type { Waiting } from "./wait.ts";

type Item = Omit<ProposeRequest, "delivery" | "waitSeconds" | "onWaitEnd" | "batchId">;

/** How a call waits for its answer: as asked, else as the tool says. */
interface Held {
  delivery: "queue" | "wait";
  waitSeconds: number;
  onWaitEnd: "park" | "expire";
}

/** What becomes of one asked call before anything is stored. */
type Prepared =
  | { kind: "new"; action: NewAction; gated: boolean; held: Held }
  | { kind: "repeat"; id: string; held: Held }
  | { kind: "read" }
  | { kind: "rejected before"; repeat: RefusedRepeat }
  | { kind: "refused"; refusal: Refusal };

/** Of all that the tools say of their targets for one request; it is held in memory and stored in one statement. */
const MOST_DESCRIBED_BYTES = 16 * 1024 * 1024;
const WAIT_SECONDS = 50;

export function createPropose(
  deps: EngineDeps,
  waiting: Waiting,
  { refuseRepeat }: Pick<ReturnType<typeof createRepeats>, "refuseRepeat">,
) {
  const refuseOverQuota = createPendingQuota(deps);
  const { database, gathered, registry } = deps;

  /** In the order of `items`, and no further than what is too large together. */
  async function prepare(by: Principal, items: readonly Item[], batchId: string, held: Partial<Held>): Promise<Prepared[]> {
    const inputs = items.map(({ toolInput }) => canonicalJson(toolInput));
    const asked = items.map(({ toolName, idempotencyKey, supersedes, missionId, sessionId, checkpointId }, n) => ({
      workspaceId: by.workspaceId,
      proposedBy: by.id,
      toolName,
      idempotencyKey: idempotencyKey ?? null,
      supersedes: supersedes ?? null,
      missionId: missionId ?? null,
      sessionId: sessionId ?? null,
      checkpointId: checkpointId ?? null,
      inputHash: sha256Hex(inputs[n]!),
    }));
    const [only] = asked;
    const contexts =
      only && asked.length === 1 ? [await gathered.findContext(only)] : await findProposeContext(database.kysely, asked);
    const prepared: Prepared[] = [];
    let bytes = 0;
    // One after the other: a description is as large as its target, and all of them are held until they are stored.
    for (const [n, item] of items.entries()) {
      const one = await prepareOne(by, item, inputs[n]!, contexts[n]!, batchId, held);
      if (one.kind === "new") bytes += describedBytes(one.action);
      if (bytes > MOST_DESCRIBED_BYTES) return [...prepared, tooLarge()];
      prepared.push(one);
    }
    return prepared;
  }

  async function prepareOne(
    by: Principal,
    item: Item,
    toolInput: string,
    context: ProposeContext,
    batchId: string,
    asked: Partial<Held>,
  ): Promise<Prepared> {
    const refused = (result: { refusal: Refusal }): Prepared => ({ kind: "refused", refusal: result.refusal });
    if (context.toolName === null) return refused(refuse("NOT_FOUND", `There is no tool named ${item.toolName}.`));
    const refusal = refuseTool(context, item.toolName);
    if (refusal) return { kind: "refused", refusal };
    const held = heldAs(asked, context);
    const faults = validateInput(context.inputSchema, item.toolInput, "/toolInput");
    if (faults.length > 0) return refused(refuse("INVALID_INPUT", "The tool's schema refuses this input.", { errors: faults }));
    if (item.supersedes !== undefined && context.supersededStatus !== "refined") {
      const errors = [{ path: "/supersedes", message: "must be an action of yours that a person sent back with feedback" }];
      return refused(refuse("INVALID_INPUT", "Nothing was sent back under that id.", { errors }));
    }
    if (item.checkpointId !== undefined && !context.inCheckpoint) {
      const errors = [{ path: "/checkpointId", message: "must be a checkpoint of yours that nobody has decided yet" }];
      return refused(refuse("INVALID_INPUT", "This checkpoint collects nothing.", { errors }));
    }
    const requestHash = sha256Hex(canonicalJson(item as unknown as JsonObject));
    if (context.existingId !== null) {
      if (context.existingRequestHash === requestHash) return { kind: "repeat", id: context.existingId, held };
      return refused(refuse("IDEMPOTENCY_CONFLICT", "This idempotency key was used for a different call; use a new one."));
    }
    const repeat = findRefusedRepeat(context);
    if (repeat) return { kind: "rejected before", repeat };
    if (context.approval === "never" && registry.isReadOnly(item.toolName)) return { kind: "read" };

    const tool = { name: item.toolName, title: context.title, source: context.source, previews: context.previews };
    const described = await describeCall(deps, by.workspaceId, tool, item.toolInput);
    if (!described.ok) {
      const errors = described.faults.map(({ path, message }) => ({ path: `/toolInput${path}`, message }));
      return refused(refuse("INVALID_INPUT", errors[0]?.message ?? "The tool refuses this input.", { errors }));
    }
    const { facts } = described;
    const agent = { id: by.id, name: by.name, groups: context.groups ?? [] };
    const asks = needsApproval({ ...context, name: item.toolName }, item.toolInput, agent);
    const judged = { args: item.toolInput, tool: { name: item.toolName, risk: context.risk }, agent };
    const grant = asks ? findGrant(context.grants, judged) : undefined;
    const gated = asks && !grant;
    // Nobody waits any more after that, whatever becomes of this process, so it must not be approved then.
    const mostSeconds = held.delivery === "wait" && held.onWaitEnd === "expire" ? held.waitSeconds : Infinity;
    const lifetimeSeconds = Math.min(item.expiresInSeconds ?? context.lifetimeSeconds ?? Infinity, mostSeconds);
    const action: NewAction = {
      id: newId(),
      toolName: item.toolName,
      toolHash: context.definitionHash,
      source: context.source,
      effect: context.effect,
      risk: context.risk,
      toolInput,
      ...facts,
      digest: actionDigest({
        workspaceId: by.workspaceId,
        toolName: item.toolName,
        toolHash: context.definitionHash,
        input: item.toolInput,
        target: facts.target,
        snapshot: facts.snapshot,
      }),
      caption: item.caption ?? null,
      status: gated ? "pending" : "approved",
      missionId: item.missionId ?? null,
      sessionId: item.sessionId ?? null,
      batchId,
      idempotencyKey: item.idempotencyKey ?? null,
      requestHash,
      grantId: grant?.id ?? null,
      policyWhen: !asks && context.approval === "when" ? context.approvalWhen : null,
      checkpointId: item.checkpointId ?? null,
      supersedes: item.supersedes ?? null,
      lifetimeSeconds: Number.isFinite(lifetimeSeconds) ? lifetimeSeconds : null,
      remindSeconds: context.remindAfterSeconds,
      escalateSeconds: context.escalateAfterSeconds,
    };
    return { kind: "new", action, gated, held };
  }

  /**
   * All or none; answers with what was stored, by id: what a grant was to let pass waits where another call had its last use.
   * Nothing: another request took an idempotency key between our look and our write, and nothing was stored.
   */
  async function store(by: Principal, actions: readonly NewAction[]): Promise<ReadonlyMap<string, Stored> | undefined> {
    if (actions.length === 0) return new Map();
    failpoint("propose.described");
    const stored = await insertAll(by, actions);
    if (!stored) return undefined;
    failpoint("propose.committed");
    database.notify(by.workspaceId);
    if (stored.some(({ status }) => status === "approved")) deps.wakeExecutor();
    return new Map(stored.map((one) => [one.id, one]));
  }

  async function insertAll(by: Principal, actions: readonly NewAction[]): Promise<readonly Stored[] | undefined> {
    const proposals = actions.map((action) => ({ workspaceId: by.workspaceId, by, action }));
    const insert = async (kysely: typeof database.kysely) => {
      const stored = await insertActions(kysely, proposals);
      return stored.length === proposals.length ? stored : undefined;
    };
    const [only] = proposals;
    if (only && proposals.length === 1) {
      const stored = await gathered.insert(only);
      return stored && [stored];
    }
    // One statement is all or none by itself, unless a taken key leaves one of several rows out.
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

  async function read(by: Principal, item: Item): Promise<Result<Outcome>> {
    try {
      const result = await registry.read(item.toolName, item.toolInput, { workspaceId: by.workspaceId });
      const message = "This tool only reads and runs without approval.";
      return ok({ status: "executed", pendingActionId: null, toolName: item.toolName, message, result });
    } catch (error) {
      const message = error instanceof Error ? error.message : "The tool failed.";
      return refuse("INVALID_INPUT", message, { errors: [{ path: "/toolInput", message }] });
    }
  }

  async function propose(by: Principal, request: ProposeRequest, signal?: AbortSignal): Promise<Result<Outcome>> {
    if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent's key proposes; people decide.");
    const { delivery, waitSeconds, onWaitEnd, batchId, ...item } = request;
    const asked = {
      ...(delivery === undefined ? {} : { delivery }),
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
      ...(onWaitEnd === undefined ? {} : { onWaitEnd }),
    };
    const [prepared] = await prepare(by, [item], batchId ?? newId(), asked);
    if (prepared === undefined || prepared.kind === "refused") return { ok: false, refusal: prepared!.refusal };
    if (prepared.kind === "read") return read(by, item);
    if (prepared.kind === "rejected before") return ok(await refuseRepeat(by, item, prepared.repeat));
    const isHeld = prepared.held.delivery === "wait" || (prepared.kind === "new" && !prepared.gated);
    const refused =
      (isHeld && waiting.refuseCrowded(by)) ||
      (prepared.kind === "new" && mayWait(prepared.action) && (await refuseOverQuota(by, 1)));
    if (refused) return refused;
    const stored = prepared.kind === "new" ? await store(by, [prepared.action]) : undefined;
    // The request that took the key answers for both.
    if (prepared.kind === "new" && !stored) return propose(by, request, signal);
    const id = prepared.kind === "new" ? prepared.action.id : prepared.id;
    if (stored?.get(id)?.status === "approved") {
      return waiting.untilDone(by, id, waitSeconds ?? 30, signal);
    }
    if (prepared.held.delivery !== "wait") return ok(queuedOutcome(id, item.toolName));
    return waiting.deliver(by, id, prepared.held, signal);
  }

  async function proposeMany(by: Principal, request: ProposeManyRequest): Promise<Result<ProposedBatch>> {
    if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent's key proposes; people decide.");
    const batchId = request.batchId ?? newId();
    const prepared = await prepare(by, request.items, batchId, { delivery: "queue" });
    const over = prepared.findIndex((one) => one.kind === "refused" && one.refusal.code === "TOO_LARGE");
    if (over >= 0) {
      const { refusal } = tooLarge();
      return refuse("TOO_LARGE", refusal.detail, {
        errors: [{ path: `/items/${over}`, message: "and those before it are too large together" }],
      });
    }
    const errors = prepared.flatMap((one, n) => (one.kind === "refused" ? faultsOfItem(one.refusal, n) : []));
    if (errors.length > 0) return refuse("INVALID_INPUT", "Some calls are not valid; nothing was stored.", { errors });

    const clashes = findKeyClashes(prepared);
    if (clashes.length > 0)
      return refuse("INVALID_INPUT", "Two different calls share an idempotency key; nothing was stored.", { errors: clashes });
    const all = prepared.flatMap((one) => (one.kind === "new" ? [one.action] : []));
    // The same call twice under one key is one action.
    const firstOf = (action: NewAction) =>
      all.find((other) => other.idempotencyKey !== null && other.idempotencyKey === action.idempotencyKey) ?? action;
    const fresh = all.filter((action) => firstOf(action) === action);
    const gated = fresh.filter(mayWait).length;
    const holds = fresh.some(({ status }) => status === "approved");
    const refused = (holds && waiting.refuseCrowded(by)) || (gated > 0 && (await refuseOverQuota(by, gated)));
    if (refused) return refused;
    const stored = await store(by, fresh);
    if (!stored) return proposeMany(by, request);
    const items = await Promise.all(
      prepared.map(async (one, n): Promise<Outcome> => {
        const item = request.items[n]!;
        const first = one.kind === "new" ? firstOf(one.action).id : "";
        if (stored.get(first)?.status === "pending") return queuedOutcome(first, item.toolName);
        if (one.kind === "repeat") return outcomeOf(by, one.id, item.toolName);
        if (one.kind === "rejected before") return refuseRepeat(by, item, one.repeat);
        const outcome = one.kind === "new" ? await waiting.untilDone(by, first, 30) : await read(by, item);
        return outcome.ok ? outcome.value : readFailure(item.toolName, outcome.refusal);
      }),
    );
    return ok({ batchId, items });
  }

  async function outcomeOf(by: Principal, id: string, toolName: string): Promise<Outcome> {
    const [row] = await findActions(database.kysely, by.workspaceId, [id]);
    return row ? toOutcome(toAction(row)) : queuedOutcome(id, toolName);
  }

  return { propose, proposeMany };
}

/** What a grant lets pass waits, too, where its last use is gone when it is stored. */
const mayWait = ({ status, grantId }: NewAction): boolean => status === "pending" || Boolean(grantId);

const heldAs = (asked: Partial<Held>, tool: ProposeContext): Held => ({
  delivery: asked.delivery ?? tool.delivery ?? "queue",
  waitSeconds: asked.waitSeconds ?? tool.waitSeconds ?? WAIT_SECONDS,
  onWaitEnd: asked.onWaitEnd ?? tool.onWaitEnd ?? "park",
});

const describedBytes = ({ preview, current, proposed }: NewAction): number =>
  [preview, current, proposed].reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ""), 0);

const tooLarge = (): Prepared & { kind: "refused" } => ({
  kind: "refused",
  refusal: refuse(
    "TOO_LARGE",
    "What the tools say of these targets is more than 16 MiB together; propose fewer in one request.",
  ).refusal,
});

/** Items under one key must be the same call: of two different ones the first would be stored before the second is refused. */
function findKeyClashes(prepared: readonly Prepared[]): { path: string; message: string }[] {
  const firstHash = new Map<string, string>();
  return prepared.flatMap((one, n) => {
    if (one.kind !== "new" || one.action.idempotencyKey === null) return [];
    const { idempotencyKey, requestHash } = one.action;
    const first = firstHash.get(idempotencyKey) ?? requestHash;
    firstHash.set(idempotencyKey, first);
    return first === requestHash ? [] : [{ path: `/items/${n}/idempotencyKey`, message: "is used for a different call above" }];
  });
}

const faultsOfItem = (refusal: Refusal, n: number) =>
  refusal.errors?.map(({ path, message }) => ({ path: `/items/${n}${path}`, message })) ?? [
    { path: `/items/${n}/${refusal.code === "IDEMPOTENCY_CONFLICT" ? "idempotencyKey" : "toolName"}`, message: refusal.detail },
  ];

const readFailure = (toolName: string, refusal: Refusal): Outcome => ({
  status: "failed",
  pendingActionId: null,
  toolName,
  message: "This tool only reads, and the read failed.",
  error: { code: "handler", message: refusal.detail },
});
