import { isJsonObject, type Json, type Outcome, type ProposeRequest } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { GatewayTool } from "../../core/gateway-tool.ts";
import { isOpen } from "../../core/open-outcome.ts";
import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";
import { refusalWords } from "../../core/refusal-words.ts";
import { tellListed } from "../../engine/proposals/propose-list.ts";
import {
  changeChatCall,
  changeChatMessage,
  type ChatCallRow,
  type ChatMessageRow,
} from "../../store/statements/chat-messages.ts";
import type { ChatGate } from "./chat-deps.ts";
import { collectingCheckpoint, isDecided, openCheckpoint, COLLECT_TOOL } from "./collected-calls.ts";
import { actionIdsOf, keepable, widgetOf } from "./tell-model.ts";
import type { Write } from "./turn.ts";

/** Default lifetime in seconds of calls of a tool that lets them expire. */
const EXPIRES_SECONDS = 120;

interface Proposing {
  engine: ChatGate;
  by: Principal;
  /** Keyed by the names that the model knows. */
  tools: ReadonlyMap<string, GatewayTool>;
  write: Write;
  identicalCalls: number;
  widgets: readonly string[];
  /** Lifetime of proposals, set for the agent; null: no end. */
  unansweredSeconds: number | null;
  signal: AbortSignal;
}

/**
 * Proposes the calls of one answer in order and stores their outcomes. The call's place is its idempotency key, so a resumed
 * turn finds the actions it already created.
 */
export async function proposeCalls(
  deps: Proposing,
  message: ChatMessageRow,
  sameTurn: readonly ChatMessageRow[],
): Promise<void> {
  for (const call of message.calls) {
    if (call.state !== "made") continue;
    deps.signal.throwIfAborted();
    const told = await proposeOne(deps, call, sameTurn);
    await deps.write(async (trx, at) => {
      await changeChatCall(trx, call, told);
      await changeChatMessage(trx, call, { rev: at.rev });
    });
    Object.assign(call, told);
  }
}

/** All calls of one answer are one batch. */
const batchOf = ({ sessionId, seq }: Pick<ChatCallRow, "sessionId" | "seq">): string => `${sessionId}/${seq}`;

type Told = Pick<ChatCallRow, "state" | "actionIds" | "outcome" | "refusal" | "widget">;

async function proposeOne(deps: Proposing, call: ChatCallRow, sameTurn: readonly ChatMessageRow[]): Promise<Told> {
  const { engine, by, tools, identicalCalls } = deps;
  const refused = (refusal: string): Told => ({
    state: "told",
    actionIds: [],
    outcome: null,
    refusal: keepable(refusal),
    widget: null,
  });
  const tool = tools.get(call.toolName);
  if (!tool && call.toolName !== COLLECT_TOOL.name)
    return refused(`Nothing has run. There is no tool named ${call.toolName} for this agent.`);
  const input = JSON.parse(call.input) as Json;
  if (!isJsonObject(input)) return refused("Nothing has run. The input of a call must be a JSON object.");
  const same = countSame(sameTurn, call, canonicalJson(input));
  if (same >= identicalCalls) {
    return refused(`Nothing has run. This call was made ${same} times in this turn, which is the limit. Do something else.`);
  }
  if (!tool) {
    const opened = await openCheckpoint(engine, by, { sessionId: call.sessionId, batchId: batchOf(call), input });
    if (!opened.ok) return refused(refusalWords(opened.refusal));
    const { outcome, widget } = opened.value;
    return { state: "told", actionIds: [], outcome: JSON.stringify(outcome), refusal: null, widget: JSON.stringify(widget) };
  }
  const request = {
    toolName: tool.name,
    toolInput: input,
    sessionId: call.sessionId,
    batchId: batchOf(call),
    idempotencyKey: `chat/${call.sessionId}/${call.seq}/${call.place}`,
    delivery: "queue",
    ...(call.supersedes !== null && { supersedes: call.supersedes }),
    ...lifetimeOf(tool, deps.unansweredSeconds),
  } as const;
  const asked = await proposeCollected(deps, request, collectingCheckpoint(sameTurn));
  return asked.ok ? toldAs(asked.value, deps.widgets) : refused(refusalWords(asked.refusal));
}

/** Proposes under the checkpoint that collects the turn's calls. One that people decided on meanwhile takes no more. */
async function proposeCollected(
  { engine, by, signal }: Proposing,
  request: ProposeRequest,
  checkpointId: string | undefined,
): Promise<Result<Outcome>> {
  if (checkpointId === undefined) return engine.proposals.propose(by, request, signal);
  const asked = await engine.proposals.propose(by, { ...request, checkpointId }, signal);
  return asked.ok || !(await isDecided(engine, by, checkpointId)) ? asked : engine.proposals.propose(by, request, signal);
}

/** The shortest of what the agent's chat settings and the tool allow; a lifetime of the call replaces the tool's usual one. */
function lifetimeOf(
  { onWaitEnd, waitSeconds, lifetimeSeconds }: GatewayTool,
  unansweredSeconds: number | null,
): { expiresInSeconds?: number } {
  const limits = [
    ...(onWaitEnd === "expire" ? [waitSeconds ?? EXPIRES_SECONDS] : []),
    ...(unansweredSeconds === null ? [] : [unansweredSeconds]),
  ];
  return limits.length === 0 ? {} : { expiresInSeconds: Math.min(...limits, lifetimeSeconds ?? Infinity) };
}

/** Stores an outcome. An open one is replaced by its final outcome, or marked as still waiting when a new turn begins. */
export function toldAs(outcome: Outcome, widgets: readonly string[]): Told {
  const widget = widgetOf(outcome, outcome.pendingActionId === null && outcome.proposalIds === undefined);
  return {
    state: isAnyOpen(outcome) ? "open" : "told",
    actionIds: actionIdsOf(outcome),
    outcome: JSON.stringify(outcome),
    refusal: null,
    widget: widget && widgets.includes(widget.kind) ? JSON.stringify(widget) : null,
  };
}

const isAnyOpen = (outcome: Outcome): boolean =>
  isOpen(outcome) || (outcome.proposalIds ?? []).length > 0 || (outcome.items ?? []).some(isOpen);

function countSame(rows: readonly ChatMessageRow[], call: ChatCallRow, input: string): number {
  const isBefore = (one: ChatCallRow): boolean => one.seq < call.seq || (one.seq === call.seq && one.place < call.place);
  const calls = rows.flatMap((row) => row.calls).filter((one) => isBefore(one) && one.toolName === call.toolName);
  return calls.filter((one) => canonicalJson(JSON.parse(one.input) as Json) === input).length;
}

/** Reads the current outcomes of a call's actions. A rebased action is represented by its replacement. */
export async function collectCall(
  engine: ChatGate,
  by: Principal,
  call: Pick<ChatCallRow, "sessionId" | "seq" | "toolName" | "actionIds">,
  signal?: AbortSignal,
): Promise<{ outcome: Outcome; actionIds: string[]; isOpen: boolean } | undefined> {
  const outcomes: Outcome[] = [];
  for (const id of call.actionIds) {
    const collected = await engine.heldCalls.collect(by, id, 0, signal);
    if (collected.ok) outcomes.push(collected.value);
  }
  const [only] = outcomes;
  if (outcomes.length === 0) return undefined;
  return {
    outcome: only && outcomes.length === 1 ? only : tellListed(call.toolName, batchOf(call), outcomes),
    actionIds: outcomes.flatMap(({ pendingActionId }) => pendingActionId ?? []),
    isOpen: outcomes.some(isOpen),
  };
}
