import { jsonPointer, isVettedState, type JsonObject, type ProposeRequest } from "@countersign/protocol";
import { canonicalJson, canonicalWith } from "../../core/canonical-json.ts";
import { actionDigest, sha256Hex } from "../../core/digest.ts";
import { findLack, lackWords, NO_CLIENT, type ClientOffer } from "../../core/client-needs.ts";
import { isListCall } from "../../core/list-call.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal } from "../../core/refusal.ts";
import { appliedRules, routedSeconds, toRouting } from "../../core/routing.ts";
import { scopeOf } from "../../ports/tool.ts";
import {
  findProposeContext,
  type AskedCall,
  type CalledTool,
  type ProposeContext,
} from "../../store/statements/find-propose-context.ts";
import type { NewAction } from "../../store/statements/insert-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { describeCall, type CallFacts } from "./describe-call.ts";
import { newId } from "../new-id.ts";
import { STILL_LOADING } from "./refuse-loading.ts";
import { refuseTool } from "./refuse-tool.ts";
import { hasDefaults, repeatHash } from "./repeat-hash.ts";
import { findRefusedRepeat, type RefusedRepeat } from "../policy/repeats.ts";

export type Item = Omit<ProposeRequest, "delivery" | "waitSeconds" | "onWaitEnd" | "batchId">;

/** One call of a request that may hold several. */
export interface AskedItem {
  item: Item;
  /** Input as canonical JSON. */
  input: string;
  /** `repeatHash` of the input without the defaults of the tool's schema. */
  repeatHash: string;
  /** JSON Pointers into the request: to the call, and to its input. */
  path: string;
  inputPath: string;
  /** Hash of what the idempotency key covers, if that is not this item alone. */
  requestHash?: string;
  /** What the agent's client can be asked while the call runs; nothing by default. */
  offer?: ClientOffer;
}

/** How a call waits for its outcome: as requested, else as the tool's settings say. */
export interface Held {
  delivery: "queue" | "wait";
  waitSeconds: number;
  onWaitEnd: "park" | "expire";
}

/** Result of preparing one call, before anything is stored. */
export type Prepared =
  | { kind: "new"; action: NewAction; gated: boolean; held: Held }
  | { kind: "repeat"; id: string; held: Held }
  | { kind: "read" }
  | { kind: "rejected before"; repeat: RefusedRepeat }
  | { kind: "refused"; refusal: Refusal };

/** Size limit of all descriptions of one request, which are held in memory and stored in one statement. */
const MAX_DESCRIBED_BYTES = 16 * 1024 * 1024;
const WAIT_SECONDS = 50;

export const askedItem = (item: Item, place: Omit<AskedItem, "item" | "input" | "repeatHash">): AskedItem => ({
  item,
  input: canonicalJson(item.toolInput),
  repeatHash: repeatHash(item.toolInput),
  ...place,
});

/** Reads from the database everything that decides about the calls, in their order. */
export async function findContexts(
  { batched, database }: EngineDeps,
  by: Principal,
  calls: readonly AskedItem[],
): Promise<ProposeContext[]> {
  const asked = calls.map((call) => toAsked(by, call.item, call.repeatHash));
  const [only] = asked;
  return only && asked.length === 1 ? [await batched.findContext(only)] : findProposeContext(database.kysely, asked);
}

/** Results keep the order of `calls`. Stops at the first call that exceeds the total size limit. */
export async function prepareAll(
  deps: EngineDeps,
  by: Principal,
  calls: readonly AskedItem[],
  contexts: readonly ProposeContext[],
  batchId: string,
  held: Partial<Held>,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  let bytes = 0;
  // Sequential: a description is as large as its target, and all of them are held until they are stored.
  for (const [n, call] of calls.entries()) {
    const one = await prepareOne(deps, by, call, contexts[n]!, batchId, held);
    if (one.kind === "new") bytes += describedBytes(one.action);
    if (bytes > MAX_DESCRIBED_BYTES) return [...prepared, tooLarge()];
    prepared.push(one);
  }
  return prepared;
}

/** Determines what would become of one call; stores nothing. */
export async function prepareOne(
  deps: EngineDeps,
  by: Principal,
  call: AskedItem,
  context: ProposeContext,
  batchId: string,
  heldAsked: Partial<Held>,
): Promise<Prepared> {
  const { item, input, repeatHash: plainHash, offer = NO_CLIENT } = call;
  const { tool } = context;
  if (!tool) return refused(refuseUnknown(deps, by, item.toolName));
  const invalid = await refuseCall(deps, by, call, tool, context);
  if (invalid) return refused(invalid);
  const held = heldAs(heldAsked, tool);
  const requestHash = call.requestHash ?? sha256Hex(canonicalWith(item as unknown as JsonObject, { toolInput: input }));
  if (context.existingId !== null) {
    if (context.existingRequestHash === requestHash) return { kind: "repeat", id: context.existingId, held };
    return refused(refuse("IDEMPOTENCY_CONFLICT", "This idempotency key was used for a different call. Use a new one."));
  }
  // An approval would be in vain if the agent's client lacks what the tool needs.
  const lack = findLack(tool.clientNeeds, offer);
  if (lack !== undefined) return refused(refuse("INVALID_STATE", lackWords(item.toolName, lack)));
  // A call that spells out defaults equals one that omits them; their hash needs the schema, which is known only now.
  const hash = hasDefaults(tool.inputSchema) ? repeatHash(item.toolInput, tool.inputSchema) : plainHash;
  const asMeant = hash === plainHash ? context : await deps.batched.findContext(toAsked(by, item, hash));
  const repeat = findRefusedRepeat(tool, context.rejectedId ?? asMeant.rejectedId);
  if (repeat) return { kind: "rejected before", repeat };
  const runsUnasked = tool.approval === "never" && tool.routingRules === null;
  if (runsUnasked && deps.registry.isReadOnly(item.toolName)) return { kind: "read" };

  const scope = scopeOf({ workspaceId: by.workspaceId, proposedBy: by.id });
  const described = await describeCall(deps, scope, tool, item.toolInput);
  if (!described.ok && described.isLoading) return refused(STILL_LOADING);
  if (!described.ok) {
    const errors = described.faults.map((fault) => ({ path: call.inputPath + fault.path, message: fault.message }));
    return refused(refuse("INVALID_INPUT", errors[0]?.message ?? "The tool does not accept this input.", { errors }));
  }
  const judged = await judge(deps, by, item, tool);
  if (!judged.ok) return refused(judged);
  const { asks, grant, routing } = judged.value;
  const gated = asks && !grant;
  const { facts } = described;
  const action = toNewAction(by, call, tool, facts, {
    repeatHash: hash,
    status: gated ? "pending" : "approved",
    batchId,
    requestHash,
    grantId: grant?.id ?? null,
    policyWhen: !asks && tool.approval === "when" ? tool.approvalWhen : null,
    mayAnswer: context.sentBack && facts.target !== null && item.supersedes === undefined,
    routing,
    ...timeLimitOf(item, tool, held, routing),
  });
  return { kind: "new", action, gated, held };
}

const refused = ({ refusal }: { refusal: Refusal }): Prepared => ({ kind: "refused", refusal });

/** Refuses a call of a tool that the workspace does not have, or not yet. */
const refuseUnknown = ({ registry }: EngineDeps, { workspaceId }: Principal, toolName: string): { refusal: Refusal } =>
  registry.isLoading(workspaceId) ? STILL_LOADING : refuse("NOT_FOUND", `There is no tool named ${toolName}.`);

/** Refuses a call that the agent may not make, or that is not valid by the tool's schema and by what it refers to. */
async function refuseCall(
  { checks }: EngineDeps,
  by: Principal,
  { item, path, inputPath }: AskedItem,
  tool: CalledTool,
  context: ProposeContext,
): Promise<{ refusal: Refusal } | undefined> {
  const refusal = refuseTool(tool, item.toolName);
  if (refusal) return { refusal };
  const checked = isListCall(tool.batchKey, item.toolInput)
    ? ok([{ path: inputPath + jsonPointer([tool.batchKey]), message: "takes a list of calls; this is a single one" }])
    : await checks.validateInput(by, tool.inputSchema, item.toolInput, inputPath);
  if (!checked.ok) return checked;
  const faults = checked.value;
  if (faults.length > 0) return refuse("INVALID_INPUT", "The input does not match the tool's schema.", { errors: faults });
  if (item.supersedes !== undefined && context.supersededStatus !== "refined") {
    const errors = [{ path: `${path}/supersedes`, message: "must be one of your actions that a person sent back" }];
    return refuse("INVALID_INPUT", "No proposal with this id was sent back.", { errors });
  }
  if (item.checkpointId !== undefined && !context.inCheckpoint) {
    const errors = [{ path: `${path}/checkpointId`, message: "must be one of your open checkpoints" }];
    return refuse("INVALID_INPUT", "This checkpoint has no calls.", { errors });
  }
  return undefined;
}

/**
 * Whether the tool's settings ask a person about the call, what its routing rules said, and the grant that lets the call pass.
 * No grant does if a routing rule applies.
 */
async function judge({ checks }: EngineDeps, by: Principal, { toolName, toolInput }: Item, tool: CalledTool) {
  const groups = tool.groups ?? [];
  const agent = { id: by.id, name: by.name, groups };
  const judged = await checks.judgeApproval(by, tool, toolInput, agent);
  if (!judged.ok) return judged;
  const { isRequired: asks, routing: answers } = judged.value;
  const routing = tool.routingRules === null ? null : toRouting({ risk: tool.risk, groups, answers });
  const facts = { args: toolInput, tool: { name: toolName, risk: tool.risk }, agent };
  const mayPass = asks && appliedRules({ tool, agent, routing }).length === 0;
  const found = mayPass ? await checks.findGrant(by, tool.grants, facts) : ok(undefined);
  return found.ok ? ok({ asks, grant: found.value, routing }) : found;
}

/**
 * Seconds the action may wait, and seconds it may wait at most, whatever people choose later; null for any time. A tool's own time is
 * only the usual one. With the wait it ends for good: nobody waits for an approval after that, even if this process dies.
 */
function timeLimitOf(
  item: Item,
  tool: CalledTool,
  held: Held,
  routing: string | null,
): Pick<NewAction, "lifetimeSeconds" | "maxLifetimeSeconds"> {
  const heldSeconds = held.delivery === "wait" && held.onWaitEnd === "expire" ? held.waitSeconds : Infinity;
  const routed = routedSeconds({ tool, agent: { groups: tool.groups ?? [] }, routing });
  const max = Math.min(item.expiresInSeconds ?? Infinity, heldSeconds, routed);
  const usual = item.expiresInSeconds ?? tool.lifetimeSeconds ?? Infinity;
  const orNull = (seconds: number): number | null => (Number.isFinite(seconds) ? seconds : null);
  return { lifetimeSeconds: orNull(Math.min(usual, max)), maxLifetimeSeconds: orNull(max) };
}

/** Values of a new action that depend on more than the call and its tool. */
type Decided = Pick<
  NewAction,
  | "repeatHash"
  | "status"
  | "batchId"
  | "requestHash"
  | "grantId"
  | "policyWhen"
  | "routing"
  | "mayAnswer"
  | "lifetimeSeconds"
  | "maxLifetimeSeconds"
>;

/** The spreads come last: V8 copies a large object for every member added after it was spread, some 2 µs each. */
const toNewAction = (
  by: Principal,
  { item, input }: AskedItem,
  tool: CalledTool,
  facts: CallFacts,
  decided: Decided,
): NewAction => ({
  id: newId(),
  toolName: item.toolName,
  toolHash: tool.definitionHash,
  source: tool.source,
  effect: tool.effect,
  risk: tool.risk,
  ratedRisk: tool.ratedRisk,
  vetted: isVettedState(tool.vetting),
  toolInput: input,
  digest: actionDigest({
    workspaceId: by.workspaceId,
    toolName: item.toolName,
    toolHash: tool.definitionHash,
    input,
    target: facts.target,
    snapshot: facts.snapshot,
  }),
  caption: item.caption ?? null,
  missionId: item.missionId ?? null,
  sessionId: item.sessionId ?? null,
  idempotencyKey: item.idempotencyKey ?? null,
  policyEpoch: tool.policyEpoch,
  checkpointId: item.checkpointId ?? null,
  supersedes: item.supersedes ?? null,
  remindSeconds: tool.remindAfterSeconds,
  escalateSeconds: tool.escalateAfterSeconds,
  ...facts,
  ...decided,
});

const toAsked = (by: Principal, item: Item, inputHash: string): AskedCall => ({
  workspaceId: by.workspaceId,
  proposedBy: by.id,
  toolName: item.toolName,
  idempotencyKey: item.idempotencyKey ?? null,
  supersedes: item.supersedes ?? null,
  missionId: item.missionId ?? null,
  sessionId: item.sessionId ?? null,
  checkpointId: item.checkpointId ?? null,
  inputHash,
});

const heldAs = (asked: Partial<Held>, tool: CalledTool): Held => ({
  delivery: asked.delivery ?? tool.delivery ?? "queue",
  waitSeconds: asked.waitSeconds ?? tool.waitSeconds ?? WAIT_SECONDS,
  onWaitEnd: asked.onWaitEnd ?? tool.onWaitEnd ?? "park",
});

const describedBytes = ({ preview, current, proposed }: NewAction): number =>
  [preview, current, proposed].reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ""), 0);

export const tooLarge = (): Prepared & { kind: "refused" } => ({
  kind: "refused",
  refusal: refuse("TOO_LARGE", "The previews of these calls exceed 16 MiB in total. Propose fewer calls in one request.")
    .refusal,
});
