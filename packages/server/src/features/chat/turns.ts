import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Schema } from "../../store/schema.ts";
import { changeChatCall, changeChatMessage, listChatMessages, type ChatCallRow } from "../../store/statements/chat-messages.ts";
import { findChatSession, findDueSessions, type ChatSessionRow } from "../../store/statements/chat-sessions.ts";
import { extendTurn, leaveTurn, requestStop, takeTurn, type HeldTurn } from "../../store/statements/chat-turns.ts";
import { proposerOf, type ChatDeps } from "./chat-deps.ts";
import { NOT_PROPOSED } from "./history.ts";
import { collectCall } from "./propose-calls.ts";
import { runTurn } from "./run-turn.ts";
import { addNote, tellEnds, TurnLost, writerOf, type EndedCall, type Write } from "./turn.ts";

/** Abort reasons of this process's turns. */
const STOPPED = "stopped";
const CLOSING = "closing";
/** Polling interval for changes of which this process was not notified. */
const LOOK_MS = 2000;
const SETTLE_MS = 30;

interface At {
  workspaceId: string;
  sessionId: string;
  rev: number;
}
type Conversation = Pick<ChatSessionRow, "workspaceId" | "id" | "agentId">;
type Continue = (write: Write, turn: number) => Promise<void>;
type Prepare = (trx: Kysely<Schema>, at: At & { turn: number }) => Promise<void>;
/** Keyed by the call's place in the conversation. */
type Outcomes = Map<string, NonNullable<Awaited<ReturnType<typeof collectCall>>>>;
const placeOf = ({ seq, place }: ChatCallRow): string => `${seq}.${place}`;

export type Turns = ReturnType<typeof createTurns>;

/** Manages turns: begins them for people, resumes them when their actions end, and takes over those of a dead process. */
export function createTurns(deps: ChatDeps) {
  const { live, log, engine } = deps;
  const running = createRunningTurns(deps);
  const held = new Set<string>();
  /** Workspaces whose turns this process resumes, and what ends that. */
  const served = new Map<string, () => void>();
  const resuming = new Set<Promise<void>>();
  let poll: NodeJS.Timeout | undefined;
  let closing = false;

  async function resume(workspaceIds: readonly string[], isOurs: (workspaceId: string) => boolean): Promise<void> {
    if (!closing && workspaceIds.length > 0) await resumeTurns(deps, running, workspaceIds, { held, isOurs });
  }

  function lookOver(workspaceIds: readonly string[]): void {
    const looking = resume(workspaceIds, (workspaceId) => served.has(workspaceId))
      .catch((error: unknown) => log("warn", "turns that may go on could not be looked for", { error }))
      .finally(() => resuming.delete(looking));
    resuming.add(looking);
  }

  return {
    begin: (session: Conversation, write: Prepare, prepare?: Continue) => begin(deps, running, session, write, prepare),
    stopTurn: (workspaceId: string, sessionId: string) => stopTurn(deps, running, workspaceId, sessionId),
    /** Keeps this process from resuming the conversation by itself until the returned function is called. */
    hold(workspaceId: string, sessionId: string): () => void {
      const key = keyOf({ workspaceId, sessionId });
      held.add(key);
      return () => void held.delete(key);
    },
    serve(workspaceId: string): void {
      let due: NodeJS.Timeout | undefined;
      const soon = (ms: number): void => {
        due ??= setTimeout(() => {
          due = undefined;
          lookOver([workspaceId]);
        }, ms);
      };
      const letGo = engine.events.onChange(workspaceId, () => {
        live.tellWorkspace(workspaceId);
        soon(SETTLE_MS);
      });
      served.get(workspaceId)?.();
      served.set(workspaceId, () => {
        letGo();
        clearTimeout(due);
      });
      poll ??= setInterval(() => lookOver([...served.keys()]), LOOK_MS);
      soon(0);
    },
    /** Releases the workspace's turns of this process; whoever serves it next resumes them. */
    async leave(workspaceId: string): Promise<void> {
      served.get(workspaceId)?.();
      served.delete(workspaceId);
      // One that was being taken is running after that.
      await Promise.all(resuming);
      await running.end(workspaceId);
    },
    look: (...workspaceIds: string[]) => resume(workspaceIds, () => !closing),
    async close(): Promise<void> {
      closing = true;
      clearInterval(poll);
      for (const letGo of served.values()) letGo();
      served.clear();
      await Promise.all(resuming);
      await running.end();
    },
  };
}

/** Resumes the turns that may continue, except in conversations that are held, and only in workspaces for which `isOurs` is true. */
async function resumeTurns(
  deps: ChatDeps,
  running: RunningTurns,
  workspaceIds: readonly string[],
  { held, isOurs }: { held: ReadonlySet<string>; isOurs: (workspaceId: string) => boolean },
): Promise<void> {
  const { database, live, settings } = deps;
  for (const session of await findDueSessions(database.kysely, workspaceIds)) {
    const { workspaceId } = session;
    const turn = { workspaceId, sessionId: session.id, token: randomUUID() };
    if (running.find(turn) || held.has(keyOf(turn))) continue;
    const how = session.status === "waiting" ? "same" : session.status === "running" ? "lost" : "parked";
    if (how === "parked" && !(await hasEnded(deps, session))) continue;
    // Meanwhile the process may have left the workspace, or be closing.
    if (!isOurs(workspaceId)) continue;
    const row = await takeTurn(database.kysely, { ...turn, leaseSeconds: settings.leaseSeconds, how });
    if (!row) continue;
    live.tellChange(workspaceId, session.id);
    running.launch(turn, how === "parked" ? (write) => tellEnded(deps, write, row) : undefined);
  }
}

/** Takes the session and stores the turn's first rows in one transaction, then runs the turn. */
async function begin(
  deps: ChatDeps,
  running: RunningTurns,
  session: Conversation,
  write: Prepare,
  prepare?: Continue,
): Promise<Result<null>> {
  const { settings, database, live } = deps;
  const { workspaceId, id } = session;
  if (running.countIn(workspaceId) >= settings.mostTurns)
    return refuse("RATE_LIMITED", "Too many conversations are active. Send the message again in a moment.");
  const turn = { workspaceId, sessionId: id, token: randomUUID() };
  const outcomes = await outcomesNow(deps, session);
  const taken = await database.kysely.transaction().execute(async (trx) => {
    const row = await takeTurn(trx, { ...turn, leaseSeconds: settings.leaseSeconds, how: "next" });
    if (!row) return undefined;
    const at = { workspaceId, sessionId: id, rev: row.rev };
    const parked = (await overtake(trx, at, outcomes)) > 0;
    await trx.updateTable("chatSession").set({ parked }).where("workspaceId", "=", workspaceId).where("id", "=", id).execute();
    await write(trx, { ...at, turn: row.turn });
    return row;
  });
  if (!taken) {
    return refuse(
      "INVALID_STATE",
      "The agent is already working in this conversation, or the conversation is archived. Wait until the agent has finished, or stop it.",
    );
  }
  live.tellChange(workspaceId, id);
  running.launch(turn, prepare && ((written) => prepare(written, taken.turn)));
  return ok(null);
}

/** Aborts a turn of this process at once; another process's turn ends at its next heartbeat. */
async function stopTurn(deps: ChatDeps, running: RunningTurns, workspaceId: string, sessionId: string): Promise<void> {
  const { database, live } = deps;
  const session = await findChatSession(database.kysely, { workspaceId, id: sessionId });
  const outcomes = session ? await outcomesNow(deps, session) : new Map();
  const waits = await database.kysely.transaction().execute(async (trx) => {
    const row = await requestStop(trx, { workspaceId, sessionId });
    if (row?.status === "idle") await overtake(trx, { workspaceId, sessionId, rev: row.rev }, outcomes);
    return row?.status === "idle";
  });
  const here = running.find({ workspaceId, sessionId });
  if (!waits) here?.abort.abort(STOPPED);
  await here?.done;
  live.tellChange(workspaceId, sessionId);
}

const keyOf = ({ workspaceId, sessionId }: Pick<HeldTurn, "workspaceId" | "sessionId">): string =>
  `${workspaceId} ${sessionId}`;

type RunningTurns = ReturnType<typeof createRunningTurns>;

/** The turns of this process. */
function createRunningTurns(deps: ChatDeps) {
  const { database, settings, log } = deps;
  const running = new Map<string, { turn: HeldTurn; abort: AbortController; done: Promise<void> }>();
  return {
    countIn: (workspaceId: string): number =>
      [...running.values()].filter(({ turn }) => turn.workspaceId === workspaceId).length,
    find: (session: Pick<HeldTurn, "workspaceId" | "sessionId">) => running.get(keyOf(session)),
    /** Starts a turn that this process has taken, without waiting for its end. */
    launch(turn: HeldTurn, prepare?: (write: Write) => Promise<void>): void {
      const abort = new AbortController();
      const beat = setInterval(() => void extend(), (settings.leaseSeconds * 1000) / 8);
      async function extend(): Promise<void> {
        const row = await extendTurn(database.urgent, turn, settings.leaseSeconds).catch(() => ({ stopRequested: false }));
        if (!row) abort.abort(new TurnLost());
        else if (row.stopRequested) abort.abort(STOPPED);
      }
      const done = (async () => {
        try {
          await prepare?.(writerOf(deps, turn));
          await runTurn(deps, { ...turn, signal: abort.signal });
        } catch (error) {
          await end(deps, turn, abort.signal.aborted ? abort.signal.reason : error);
        } finally {
          clearInterval(beat);
          // Its lease may be over, and the next turn of the conversation have begun here.
          if (running.get(keyOf(turn))?.turn === turn) running.delete(keyOf(turn));
        }
      })().catch((error: unknown) => log("error", "a turn could not be ended", { error, sessionId: turn.sessionId }));
      running.set(keyOf(turn), { turn, abort, done });
    },
    /** Ends all turns here, or those of one workspace; another process can resume them at once. */
    async end(workspaceId?: string): Promise<void> {
      const all = [...running.values()].filter(({ turn }) => turn.workspaceId === (workspaceId ?? turn.workspaceId));
      for (const { abort } of all) abort.abort(CLOSING);
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

async function end(deps: ChatDeps, turn: HeldTurn, reason: unknown): Promise<void> {
  const { database, log, live } = deps;
  if (reason instanceof TurnLost) return;
  // Another process can resume the turn at once.
  if (reason === CLOSING) return void (await leaveTurn(database.kysely, turn, "lost"));
  const write = writerOf(deps, turn);
  if (reason === STOPPED) await write((trx, at) => overtake(trx, at, new Map()));
  else {
    log("error", "a turn failed", { error: reason, sessionId: turn.sessionId });
    await addNote(
      write,
      0,
      "An internal error ended the agent's turn; see the server's log for the reason. Nothing was lost, and you can continue.",
    ).catch(() => 0);
  }
  await leaveTurn(database.kysely, turn, "idle");
  live.tellChange(turn.workspaceId, turn.sessionId);
}

/** Reads the outcomes of waiting calls. Called before the transaction, because the gate uses its own. */
async function outcomesNow(deps: ChatDeps, session: Pick<ChatSessionRow, "workspaceId" | "id">): Promise<Outcomes> {
  const { engine } = deps;
  const found: Outcomes = new Map();
  for (const call of await callsIn(deps, session, "open", "parked")) {
    const now = await collectCall(engine, call.by, call);
    if (now) found.set(placeOf(call), now);
  }
  return found;
}

/** Parks the previous turn's open calls and stores how the others ended. Returns the number of parked calls. */
async function overtake(trx: Kysely<Schema>, at: At, outcomes: Outcomes): Promise<number> {
  let parked = 0;
  for (const row of await listChatMessages(trx, at)) {
    const left = row.calls.filter(({ state }) => state !== "told");
    for (const call of left) {
      const now = outcomes.get(placeOf(call));
      const told = now && { actionIds: now.actionIds, outcome: JSON.stringify(now.outcome) };
      if (call.state === "made") await changeChatCall(trx, call, { state: "told", refusal: NOT_PROPOSED });
      else await changeChatCall(trx, call, { ...told, state: now && !now.isOpen ? "told" : "parked" });
      if (call.state !== "made" && (now?.isOpen ?? true)) parked += 1;
    }
    if (left.length > 0) await changeChatMessage(trx, row, { rev: at.rev });
  }
  return parked;
}

/** Includes the proposing agent, because another agent may have taken over the conversation. */
async function callsIn(
  { database }: ChatDeps,
  { workspaceId, id }: Pick<ChatSessionRow, "workspaceId" | "id">,
  ...wanted: ChatCallRow["state"][]
) {
  const rows = await listChatMessages(database.kysely, { workspaceId, sessionId: id });
  return rows.flatMap((row) =>
    row.calls.filter(({ state }) => wanted.includes(state)).map((call) => ({ ...call, by: proposerOf(row) })),
  );
}

/** Whether all parked calls have ended. A call of a rebased action waits for its replacement. */
async function hasEnded(deps: ChatDeps, session: ChatSessionRow): Promise<boolean> {
  const { engine, database } = deps;
  for (const call of await callsIn(deps, session, "parked")) {
    const now = await collectCall(engine, call.by, call);
    if (!now?.isOpen) continue;
    await changeChatCall(database.kysely, call, { actionIds: now.actionIds });
    return false;
  }
  return true;
}

/** Tells the agent the outcomes of calls that it knows as waiting. */
async function tellEnded(deps: ChatDeps, write: Write, session: ChatSessionRow): Promise<void> {
  const ends: EndedCall[] = [];
  for (const call of await callsIn(deps, session, "parked")) {
    const now = await collectCall(deps.engine, call.by, call);
    if (now) ends.push({ call, ...now });
  }
  if (ends.length > 0) await write((trx, at) => tellEnds(trx, at, session.turn, ends));
}
