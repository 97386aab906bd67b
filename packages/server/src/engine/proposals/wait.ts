import type { Action, Outcome } from "@countersign/protocol";
import { isDatabaseUnavailable } from "../../core/database-fault.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { next, sources } from "../../core/lifecycle.ts";
import { transitionAction } from "../../store/statements/transition-action.ts";
import { findAction } from "../../store/statements/read-actions.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { expireActions } from "../../store/statements/sweep-actions.ts";
import type { ChangeSignals } from "../changes.ts";
import type { QuestionHandling } from "../../ports/actions.ts";
import type { EngineDeps } from "../deps.ts";
import { withAsked } from "../actions/comments.ts";
import { toOutcome } from "../actions/outcome.ts";
import { toAction } from "../actions/to-wire.ts";

/** Poll interval of a waiting caller, in case a notification is lost. */
const LOOK_AGAIN_MS = 2000;

/** Status while the database is unavailable. The caller keeps waiting: the action is stored, and the database comes back. */
const UNREADABLE = Symbol("unreadable");
const orUnreadable = (error: unknown): typeof UNREADABLE => {
  if (isDatabaseUnavailable(error)) return UNREADABLE;
  throw error;
};

/** `isInterrupted`: whether the wait also ends with a question to the agent that it was not told yet. */
interface WaitsFor {
  isReached(status: Action["status"]): boolean;
  isInterrupted: boolean;
}

export type Waiting = ReturnType<typeof createWaiting>;

/** Holds callers until an action is decided or done. A caller that disconnects changes nothing about the action. */
export function createWaiting(deps: EngineDeps, changes: ChangeSignals) {
  const held = new Map<string, number>();

  function countHeld(by: Principal, change: 1 | -1): void {
    const count = (held.get(by.id) ?? 0) + change;
    if (count > 0) held.set(by.id, count);
    else held.delete(by.id);
  }

  /** Waits for one action. Returns whether there are questions to the agent without a reply; false after an abort. */
  async function until(
    by: Principal,
    id: string,
    wanted: WaitsFor,
    waitSeconds: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    // Who waits no time holds nothing.
    if (waitSeconds <= 0) return look(deps, changes, { by, id, wanted }, waitSeconds, signal);
    countHeld(by, 1);
    return look(deps, changes, { by, id, wanted }, waitSeconds, signal).finally(() => countHeld(by, -1));
  }

  return {
    read: (by: Principal, id: string) => read(deps, by, id),
    /**
     * Refuses a call over the limit, before it is stored or held: each held call keeps a request open and polls its row. A call
     * that only reads, with `waitSeconds` 0, is never refused.
     */
    refuseCrowded(by: Principal, waitSeconds?: number): ReturnType<typeof refuse> | undefined {
      if (waitSeconds !== undefined && waitSeconds <= 0) return undefined;
      if (by.kind !== "agent" || (held.get(by.id) ?? 0) < deps.settings.maxHeldPerAgent) return undefined;
      return refuse(
        "RATE_LIMITED",
        "Too many calls by this agent are already waiting. Propose without `wait`, or try again later.",
      );
    },
    async untilDecided(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<void> {
      await until(by, id, { isReached: isDecided, isInterrupted: by.kind === "agent" }, waitSeconds, signal);
    },
    async untilDone(
      by: Principal,
      id: string,
      waitSeconds: number,
      signal?: AbortSignal,
      questions: QuestionHandling = "leave",
    ): Promise<Result<Outcome>> {
      const isAsked = await until(by, id, { isReached: isDone, isInterrupted: questions === "end" }, waitSeconds, signal);
      return outcomeNow(deps, by, id, isAsked && questions !== "leave");
    },
    expireIfPending: (workspaceId: string, id: string) => expireIfPending(deps, workspaceId, id),
    /** Waits for delivery `wait`. A still undecided action stays pending (`park`), or expires so that it can never run. */
    async deliver(
      by: Principal,
      id: string,
      wait: { waitSeconds: number; onWaitEnd: "park" | "expire" },
      signal?: AbortSignal,
    ): Promise<Result<Outcome>> {
      if (wait.onWaitEnd === "park") return this.untilDone(by, id, wait.waitSeconds, signal, "end");
      // The action expires when this wait ends, so a question must not end the wait.
      const isAsked = await until(by, id, { isReached: isDone, isInterrupted: false }, wait.waitSeconds, signal);
      await expireIfPending(deps, by.workspaceId, id);
      return outcomeNow(deps, by, id, isAsked);
    },
  };
}

/** Waits without counting the caller among those who wait. */
async function look(
  deps: EngineDeps,
  changes: ChangeSignals,
  { by: { workspaceId }, id, wanted: { isReached, isInterrupted } }: { by: Principal; id: string; wanted: WaitsFor },
  waitSeconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + waitSeconds * 1000;
  for (;;) {
    const change = changes.next(workspaceId);
    const found = await deps.batched.findStatus({ workspaceId, id }).catch(orUnreadable);
    const isOver =
      found === undefined || (found !== UNREADABLE && (isReached(found.status) || (isInterrupted && found.asked === "unread")));
    const leftMs = end - performance.now();
    if (isOver || leftMs <= 0 || signal?.aborted) {
      change.forget();
      // After an abort nobody receives what is asked.
      return found !== undefined && found !== UNREADABLE && found.asked !== null && !signal?.aborted;
    }
    await change.within(Math.min(leftMs, LOOK_AGAIN_MS), signal);
  }
}

const isDecided = (status: Action["status"]): boolean => status !== "pending";

/** Nothing further happens to the action without a person. */
const isDone = (status: Action["status"]): boolean =>
  isDecided(status) && next(status, "start") === undefined && next(status, "succeed") === undefined;

async function read({ database: { kysely } }: EngineDeps, by: Principal, id: string): Promise<Result<Action>> {
  const row = await findAction(kysely, by.workspaceId, id);
  return row ? ok(toAction(row)) : refuse("NOT_FOUND", "There is no such action in this workspace.");
}

/** `tellsQuestions`: with what people ask the agent about it. */
async function outcomeNow(deps: EngineDeps, by: Principal, id: string, tellsQuestions: boolean): Promise<Result<Outcome>> {
  const action = await read(deps, by, id);
  if (!action.ok) return action;
  const outcome = toOutcome(action.value);
  return ok(tellsQuestions ? await withAsked(deps, by, outcome) : outcome);
}

/** Expires the action if its lifetime is over. */
async function expireLapsed(deps: EngineDeps, workspaceId: string, id: string): Promise<void> {
  const { kysely } = deps.database;
  const lapsed = await expireActions(kysely, { workspaceId, id });
  if (lapsed.length > 0) deps.database.notify(workspaceId);
}

async function expireIfPending(deps: EngineDeps, workspaceId: string, id: string): Promise<void> {
  const { kysely } = deps.database;
  await expireLapsed(deps, workspaceId, id);
  const row = await findAction(kysely, workspaceId, id);
  const to = row && next(row.status, "expire");
  if (!row || !to) return;
  const expired = await transitionAction(kysely, {
    workspaceId,
    id,
    from: sources("expire"),
    to,
    seenVersion: row.version,
    by: SYSTEM,
    event: "action.expired",
    digest: row.digest,
  });
  if (expired) deps.database.notify(workspaceId);
  // If the lifetime ended between the two statements, only its end expires the action.
  else await expireLapsed(deps, workspaceId, id);
}
