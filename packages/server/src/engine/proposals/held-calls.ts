import type { ActionStatus, Outcome, ProposeRequest } from "@countersign/protocol";
import { canonicalWith } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { isListCall } from "../../core/list-call.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import {
  findOpenRound,
  findOpenRounds,
  findUndelivered,
  readRoundKey,
  recordMcpDelivery,
  roundKey,
  type OpenRound,
} from "../../store/statements/mcp-deliveries.ts";
import { takeRequestState } from "../../store/statements/mcp-request-states.ts";
import { findAction, findActions, type StoredAction } from "../../store/statements/read-actions.ts";
import type { HeldCalls } from "../../ports/actions.ts";
import { toOutcome } from "../actions/outcome.ts";
import { batchIdOf } from "./batch-id.ts";
import { askedItem, type AskedItem } from "./prepare-calls.ts";
import { takeApart, tellListed } from "./propose-list.ts";
import { proposeEach, proposeOne, type ProposeParts } from "./propose.ts";
import { toAction } from "../actions/to-wire.ts";

const MAX_LISTED = 50;

/**
 * Whether delivering this status closes the call's round. An unknown outcome does not: if the call were asked anew before a
 * person settles it, it could take effect twice.
 */
const IS_END = {
  pending: false,
  approved: false,
  executing: false,
  outcome_unknown: false,
  executed: true,
  failed: true,
  rejected: true,
  refined: true,
  expired: true,
  cancelled: true,
} as const satisfies Record<ActionStatus, boolean>;

/**
 * Proposes calls of clients that time out and call again. An identical call of the same agent meets its open action, so a
 * person is asked once. Once its end is delivered, the approval is used up, and the next identical call is a new proposal.
 */
export function createHeldCalls(parts: ProposeParts): HeldCalls {
  const { waiting } = parts;
  const { kysely } = parts.deps.database;

  return {
    async ask(by, call, mostSeconds, offer) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can propose. People decide.");
      const { toolName, toolInput } = call;
      const only = askedItem(call, { path: "", inputPath: "/toolInput", ...(offer && { offer }) });
      const find = (one: AskedItem) =>
        findOpenRound(kysely, { workspaceId: by.workspaceId, agentId: by.id, callHash: hashOf(one) }, toolName);
      const open = await find(only);
      const { batchKey } = open;
      if (!isListCall(batchKey, toolInput)) return askOne(parts, by, only, open, mostSeconds);
      const taken = takeApart({ ...open, batchKey }, only.item, only.inputPath);
      if (!taken.ok) return taken;
      const [alone] = taken.value;
      if (alone && taken.value.length === 1) return askOne(parts, by, alone, await find(alone), mostSeconds);
      return askEach(parts, by, taken.value, toolName);
    },

    async giveUp(by, id) {
      const action = await findAction(kysely, by.workspaceId, id);
      if (!action || by.kind !== "agent" || action.proposedBy !== by.id)
        return refuse("NOT_FOUND", "You have no action with this id.");
      await waiting.expireIfPending(by.workspaceId, id);
      // Returns the current outcome: a decision may have come first.
      return this.collect(by, id, 0);
    },

    takeRequestState: (by, nonce, lifetimeSeconds) =>
      takeRequestState(kysely, { workspaceId: by.workspaceId, nonce, lifetimeSeconds }),

    async collect(by, id, waitSeconds, signal, questions) {
      const end = performance.now() + waitSeconds * 1000;
      const asked = await findAction(kysely, by.workspaceId, id);
      if (!asked || by.kind !== "agent" || asked.proposedBy !== by.id)
        return refuse("NOT_FOUND", "You have no action with this id.");
      const crowded = waiting.refuseCrowded(by, waitSeconds);
      if (crowded) return crowded;
      let action = asked;
      let outcome: Result<Outcome>;
      do {
        action = await findNewest(parts, action);
        const leftSeconds = Math.max(0, (end - performance.now()) / 1000);
        outcome = await waiting.untilDone(by, action.id, leftSeconds, signal, questions);
        // The action may have been rebased during the wait.
        action = (await findAction(kysely, by.workspaceId, action.id)) ?? action;
      } while (await findSameCall(parts, action, action.supersededBy));

      const first = await findFirst(parts, action);
      const round = readRoundKey(first.idempotencyKey);
      // After an abort nobody receives the outcome, so the round stays open and the next identical call delivers it.
      if (round && outcome.ok && isEnd(outcome.value) && !signal?.aborted) {
        await recordMcpDelivery(kysely, { workspaceId: by.workspaceId, actionId: first.id, agentId: by.id, ...round });
      }
      return outcome;
    },

    async undelivered(by) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can read its own calls.");
      const ids = await findUndelivered(kysely, by.workspaceId, by.id, MAX_LISTED);
      const rows = new Map((await findActions(kysely, by.workspaceId, ids)).map((row) => [row.id, row]));
      return ok(ids.flatMap((id) => rows.get(id) ?? []).map((row) => toOutcome(toAction(row))));
    },
  };
}

/** Follows `supersededBy` to the newest action of this call: a person may have rebased the call onto a changed target. */
async function findNewest(parts: ProposeParts, action: StoredAction): Promise<StoredAction> {
  const next = await findSameCall(parts, action, action.supersededBy);
  return next ? findNewest(parts, next) : action;
}

/** Follows `supersedes` back to the action that holds the idempotency key of the round. */
async function findFirst(parts: ProposeParts, action: StoredAction): Promise<StoredAction> {
  // An identical call proposed again in answer to feedback has its own round.
  if (readRoundKey(action.idempotencyKey)) return action;
  const previous = await findSameCall(parts, action, action.supersedes);
  return previous ? findFirst(parts, previous) : action;
}

/** Returns the action with this id if it is the same call. A new version with another input is another call. */
async function findSameCall(
  parts: ProposeParts,
  { workspaceId, toolName, toolInput }: StoredAction,
  id: string | null,
): Promise<StoredAction | undefined> {
  const { kysely } = parts.deps.database;
  const other = id === null ? undefined : await findAction(kysely, workspaceId, id);
  return other?.toolName === toolName && other.toolInput === toolInput ? other : undefined;
}

const hashOf = ({ item: { toolName }, input }: AskedItem): string =>
  sha256Hex(canonicalWith({ toolName }, { toolInput: input }));

/** Returns the newest action of a round; undefined if the round has no action yet. */
async function findAsked(parts: ProposeParts, by: Principal, actionId: string | null): Promise<StoredAction | undefined> {
  const { kysely } = parts.deps.database;
  const known = actionId === null ? undefined : await findAction(kysely, by.workspaceId, actionId);
  return known && findNewest(parts, known);
}

/** Adds the round's idempotency key to a call that needs approval. The request hash leaves out the agent's own words. */
async function keyed(parts: ProposeParts, by: Principal, call: AskedItem, open: OpenRound): Promise<Result<AskedItem>> {
  const { item, input } = call;
  const asked = await asks(parts, by, open, item);
  if (!asked.ok) return asked;
  // A call that runs automatically gets no key: two identical calls may both be intended.
  if (!asked.value) return ok(call);
  const idempotencyKey = roundKey({ callHash: hashOf(call), round: open.round });
  const requestHash = sha256Hex(canonicalWith({ toolName: item.toolName, idempotencyKey }, { toolInput: input }));
  return ok({ ...call, item: { ...item, idempotencyKey }, requestHash });
}

async function asks(
  { deps }: ProposeParts,
  by: Principal,
  open: OpenRound,
  { toolName, toolInput }: Called,
): Promise<Result<boolean>> {
  const { approval, approvalWhen, routingRules, risk, groups } = open;
  if (approval === null || risk === null) return ok(true);
  const agent = { id: by.id, name: by.name, groups: groups ?? [] };
  const settings = { approval, approvalWhen, routingRules, name: toolName, risk };
  const judged = await deps.checks.judgeApproval(by, settings, toolInput, agent);
  return judged.ok ? ok(judged.value.isRequired) : judged;
}

async function askOne(
  parts: ProposeParts,
  by: Principal,
  call: AskedItem,
  open: OpenRound,
  mostSeconds?: number,
): Promise<Result<Outcome>> {
  const known = await findAsked(parts, by, open.actionId);
  if (known) return ok(toOutcome(toAction(known)));
  const named = await keyed(parts, by, call, open);
  if (!named.ok) return named;
  const lifetime = mostSeconds === undefined ? {} : { expiresInSeconds: Math.max(1, Math.ceil(mostSeconds)) };
  // The caller does the waiting, whatever the tool's delivery setting is.
  const held = { delivery: "queue", waitSeconds: 0 } as const;
  return proposeOne(parts, by, { ...named.value, item: { ...named.value.item, ...lifetime } }, { held });
}

/** Proposes the calls of a list. Calls that were asked before meet their actions; the others are proposed, all or none. */
async function askEach(
  parts: ProposeParts,
  by: Principal,
  calls: readonly AskedItem[],
  toolName: string,
): Promise<Result<Outcome>> {
  const { kysely } = parts.deps.database;
  const hashes = calls.map(hashOf);
  const rounds = await findOpenRounds(kysely, { workspaceId: by.workspaceId, agentId: by.id }, hashes, toolName);
  const asked = await Promise.all(rounds.map(({ actionId }) => findAsked(parts, by, actionId)));
  const fresh: AskedItem[] = [];
  for (const [n, call] of calls.entries()) {
    if (asked[n]) continue;
    const named = await keyed(parts, by, call, rounds[n]!);
    if (!named.ok) return named;
    fresh.push(named.value);
  }
  const known = asked.find((one) => one !== undefined);
  const proposed =
    fresh.length === 0
      ? ok({ batchId: known!.batchId, items: [] })
      : await proposeEach(parts, by, fresh, batchIdOf(fresh.map(({ item }) => item)));
  if (!proposed.ok) return proposed;
  const items = [...proposed.value.items];
  return ok(
    tellListed(
      toolName,
      proposed.value.batchId,
      asked.map((action) => (action ? toOutcome(toAction(action)) : items.shift()!)),
    ),
  );
}

type Called = Pick<ProposeRequest, "toolName" | "toolInput">;

const isEnd = ({ status }: Outcome): boolean => status !== "queued" && IS_END[status];
