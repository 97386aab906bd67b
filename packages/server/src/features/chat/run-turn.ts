import { isJsonObject, type Json } from "@countersign/protocol";
import type { GatewayTool } from "../../core/gateway-tool.ts";
import { refuse, type Result } from "../../core/refusal.ts";
import { listChatAgents, type ChatAgentRow } from "../../store/statements/chat-agents.ts";
import {
  appendChatMessage,
  changeChatCall,
  changeChatMessage,
  insertChatCalls,
  listChatMessages,
  type ChatMessageRow,
} from "../../store/statements/chat-messages.ts";
import { findChatSession, type ChatSessionRow } from "../../store/statements/chat-sessions.ts";
import { leaveTurn, type HeldTurn } from "../../store/statements/chat-turns.ts";
import { findAnswered } from "./answered-proposals.ts";
import { principalOf, type ChatDeps } from "./chat-deps.ts";
import { collectingCheckpoint, describeTools } from "./collected-calls.ts";
import { historyOf } from "./history.ts";
import { COME_TO_AN_END, instructionsOf } from "./instructions.ts";
import { ModelFault, type ModelCall, type ModelMessage } from "./models/model-port.ts";
import { collectCall, proposeCalls } from "./propose-calls.ts";
import { keepable } from "./tell-model.ts";
import { addNote, tellEnds, writerOf, type EndedCall, type Write } from "./turn.ts";
import { untilAborted } from "./until-aborted.ts";

interface Run extends HeldTurn {
  signal: AbortSignal;
}

/** Resumes a turn from its stored rows and runs it until it ends or waits for people. */
export async function runTurn(deps: ChatDeps, run: Run): Promise<void> {
  const write = writerOf(deps, run);
  for (;;) {
    run.signal.throwIfAborted();
    const state = await readState(deps, run);
    if (!state.ok) {
      await addNote(write, 0, state.refusal.detail);
      return leave(deps, run, "idle");
    }
    const { session, agent, rows } = state.value;
    const turnRows = rows.filter(({ turn }) => turn === session.turn);
    const last = turnRows.at(-1);
    if (last?.role === "assistant" && last.status === "writing") {
      // The process died while writing. None of the answer's calls were proposed, so the model is asked again.
      await write((trx, at) =>
        changeChatMessage(trx, last, { rev: at.rev, status: "stopped", error: "The answer was interrupted." }),
      );
      continue;
    }
    const tools = await deps.engine.gateway.tools(principalOf(agent));
    const named = new Map((tools.ok ? tools.value : []).map((tool) => [tool.exposedName, tool]));
    const answered = turnRows.findLast(({ role, status }) => role === "assistant" && status === "done");
    if (answered && (await settleCalls(deps, run, write, { agent, named, answered, turnRows })) === "waits") {
      return leave(deps, run, "waiting");
    }
    // A person may have written after the last answer; then the model answers again.
    const isOver =
      answered !== undefined &&
      answered.calls.length === 0 &&
      answered === turnRows.findLast(({ status }) => status !== "stopped");
    const limit = limitReached(session, agent);
    if (isOver || limit !== undefined) {
      const collected = await settleCollected(deps, write, agent, turnRows);
      if (collected === "waits") return leave(deps, run, "waiting");
      if (collected === "told") continue;
      if (!isOver && limit !== undefined) await addNote(write, session.turn, limit);
      return leave(deps, run, "idle");
    }
    const done = await answerOnce(deps, run, write, { session, agent, named, messages: messagesFor(session, agent, rows) });
    if (!done) return leave(deps, run, "idle");
  }
}

interface State {
  session: ChatSessionRow;
  agent: ChatAgentRow;
  rows: ChatMessageRow[];
}

async function readState({ database }: ChatDeps, { workspaceId, sessionId }: HeldTurn): Promise<Result<State>> {
  const session = await findChatSession(database.kysely, { workspaceId, id: sessionId });
  if (!session) return refuse("NOT_FOUND", "The conversation no longer exists.");
  const [agent] = await listChatAgents(database.kysely, workspaceId, session.agentId);
  if (!agent || agent.revoked || !agent.enabled)
    return refuse("FORBIDDEN", "This agent is no longer available. Choose another one.");
  return { ok: true, value: { session, agent, rows: await listChatMessages(database.kysely, { workspaceId, sessionId }) } };
}

/** Proposes the calls not yet proposed, and updates the outcomes of the others. */
async function settleCalls(
  { engine, database }: ChatDeps,
  run: Run,
  write: Write,
  of: { agent: ChatAgentRow; named: ReadonlyMap<string, GatewayTool>; answered: ChatMessageRow; turnRows: ChatMessageRow[] },
): Promise<"goes on" | "waits"> {
  const by = principalOf(of.agent);
  const { identicalCalls, widgets, unansweredSeconds } = of.agent;
  const { signal } = run;
  await proposeCalls(
    { engine, by, tools: of.named, write, identicalCalls, widgets, unansweredSeconds, signal },
    of.answered,
    of.turnRows,
  );
  // A change between this and the wait is not lost: the notified resume loop finds this turn.
  database.notify(run.workspaceId);
  let waits = false;
  for (const call of of.answered.calls) {
    if (call.state !== "open") continue;
    const now = await collectCall(engine, by, call);
    if (!now || now.isOpen) waits = true;
    if (!now) continue;
    const { actionIds } = now;
    const change = { actionIds, outcome: JSON.stringify(now.outcome), ...(!now.isOpen && { state: "told" as const }) };
    const isSame = now.isOpen && actionIds.join() === call.actionIds.join() && change.outcome === call.outcome;
    if (isSame) continue;
    await write(async (trx, at) => {
      await changeChatCall(trx, call, change);
      await changeChatMessage(trx, call, { rev: at.rev });
    });
    Object.assign(call, change);
  }
  // Collected calls are waited for together, when the agent has proposed everything.
  return waits && collectingCheckpoint(of.turnRows) === undefined ? "waits" : "goes on";
}

/**
 * At the end of a turn that opened a checkpoint: tells the agent the outcomes of its collected calls, in one transaction, once the
 * last of them has ended.
 */
async function settleCollected(
  { engine }: ChatDeps,
  write: Write,
  agent: ChatAgentRow,
  turnRows: readonly ChatMessageRow[],
): Promise<"waits" | "told" | "nothing left"> {
  const open = turnRows.flatMap(({ calls }) => calls).filter(({ state }) => state === "open");
  const by = principalOf(agent);
  const ends: EndedCall[] = [];
  let waits = false;
  for (const call of open) {
    const now = await collectCall(engine, by, call);
    if (!now || now.isOpen) waits = true;
    // An action that was rebased has another id now, and the turn waits for that one.
    if (now?.isOpen && now.actionIds.join() !== call.actionIds.join())
      await write(async (trx, at) => {
        await changeChatCall(trx, call, { actionIds: now.actionIds });
        await changeChatMessage(trx, call, { rev: at.rev });
      });
    if (now) ends.push({ call, ...now });
  }
  if (waits) return "waits";
  if (ends.length === 0) return "nothing left";
  await write(async (trx, at) => tellEnds(trx, at, turnRows.at(-1)!.turn, ends));
  return "told";
}

function messagesFor(session: ChatSessionRow, agent: ChatAgentRow, rows: ChatMessageRow[]): ModelMessage[] {
  const messages = historyOf(rows, session.agentSince, agent.resultCharacters);
  const round = session.round + 1;
  if (round < agent.softRounds || session.round === 0) return messages;
  return [...messages, { role: "note", text: COME_TO_AN_END(round, agent.hardRounds) }];
}

function limitReached(session: ChatSessionRow, agent: ChatAgentRow): string | undefined {
  const { hardRounds, sessionTokens, sessionCostMicros } = agent;
  if (session.round >= hardRounds)
    return `This turn ended after ${session.round} rounds, which is the limit. Tell the agent how to continue.`;
  const tokens = session.inputTokens + session.outputTokens;
  if (sessionTokens !== null && tokens >= sessionTokens) {
    return `This conversation has used ${tokens} of its ${sessionTokens} tokens. Start a new one.`;
  }
  if (sessionCostMicros !== null && session.costMicros >= sessionCostMicros) {
    return `This conversation has reached its cost limit. Start a new one.`;
  }
  return undefined;
}

const EMPTY_ANSWER = { role: "assistant", text: "", status: "writing", byKind: "agent" } as const;

/** Streams one answer of the model into a message. Returns false if there was none; the message contains the error. */
async function answerOnce(
  deps: ChatDeps,
  run: Run,
  write: Write,
  of: { session: ChatSessionRow; agent: ChatAgentRow; named: ReadonlyMap<string, GatewayTool>; messages: ModelMessage[] },
): Promise<boolean> {
  const { session, agent, named } = of;
  const { workspaceId, sessionId, signal } = run;
  const seq = await write((trx, at) =>
    appendChatMessage(trx, at, { ...EMPTY_ANSWER, turn: session.turn, byId: agent.agentId, byName: agent.name }),
  );
  const place = { workspaceId, sessionId, seq };
  let text = "";
  const calls: ModelCall[] = [];
  // The first words are saved at once, for a client that begins to listen after they were sent.
  let savedAt = -Infinity;
  let end: { inputTokens: number; outputTokens: number; data?: Json } | undefined;
  let answered: (string | null)[] = [];
  const finish = (change: { status: "done" | "stopped" | "failed"; error?: string }) =>
    write(
      async (trx, at) => {
        const data = end?.data;
        await changeChatMessage(trx, place, {
          rev: at.rev,
          text,
          error: null,
          ...change,
          ...(data !== undefined && { providerData: JSON.stringify(data) }),
        });
        const rows =
          change.status === "done"
            ? calls.map((call, n) => ({ ...place, place: n, ...toRow(call), supersedes: answered[n] ?? null }))
            : [];
        if (rows.length > 0) await insertChatCalls(trx, rows);
      },
      { rounds: 1, ...(end && costOf(agent, end)) },
    );
  try {
    const tools = describeTools([...named.values()]);
    const model = await deps.openModel(agent);
    const request = { instructions: instructionsOf(agent.instructions), messages: of.messages, tools, signal };
    for await (const part of untilAborted(model.answer(request), signal)) {
      if (part.type === "text") {
        const piece = keepable(part.text);
        deps.live.tellDelta(workspaceId, sessionId, { seq, from: text.length, text: piece });
        text += piece;
        if (performance.now() - savedAt > deps.settings.saveMs) {
          savedAt = performance.now();
          await write((trx, at) => changeChatMessage(trx, place, { rev: at.rev, text }));
        }
      } else if (part.type === "call") calls.push(part);
      else end = part;
    }
    signal.throwIfAborted();
    if (!end) throw new ModelFault("The model's answer was cut off.");
    answered = await findAnswered(deps.engine, principalOf(agent), { sessionId, calls, tools: named });
  } catch (error) {
    // The caller that aborted the turn records why.
    if (signal.aborted || !(error instanceof ModelFault)) {
      if (!signal.aborted) deps.log("error", "a turn failed", { error, sessionId });
      await finish({
        status: signal.aborted ? "stopped" : "failed",
        ...(!signal.aborted && { error: "An internal error occurred. See the server's log." }),
      });
      signal.throwIfAborted();
      return false;
    }
    deps.log("warn", "a model gave no answer", { problem: error.message, sessionId });
    await finish({ status: "failed", error: error.message });
    return false;
  }
  await finish({ status: "done" });
  return true;
}

const toRow = ({ id, name, input, data }: ModelCall) => ({
  callId: keepable(id),
  toolName: keepable(name),
  input: JSON.stringify(isJsonObject(input) || input !== undefined ? input : null),
  providerData: data === undefined ? null : JSON.stringify(data),
});

/** Rounded up, so that usage is never shown as zero. */
function costOf(agent: ChatAgentRow, { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) {
  const costMicros = Math.ceil(
    (inputTokens * (agent.inputPriceMicros ?? 0) + outputTokens * (agent.outputPriceMicros ?? 0)) / 1_000_000,
  );
  return { inputTokens, outputTokens, costMicros };
}

async function leave({ database, live }: ChatDeps, run: HeldTurn, to: "idle" | "waiting"): Promise<void> {
  await leaveTurn(database.kysely, run, to);
  live.tellChange(run.workspaceId, run.sessionId);
  // Actions that ended after the check are found by the notified resume loop.
  if (to === "waiting") database.notify(run.workspaceId);
}
