import type { JsonObject, Outcome } from "@countersign/protocol";
import type { Countersign } from "../countersign.ts";
import { CountersignProblem } from "../errors.ts";
import { isSameJson } from "./same-json.ts";

/** An action that a person refined with feedback. */
export interface SentBack {
  id: string;
  toolInput: JsonObject;
}

export interface Conversation {
  sessionId?: string;
  missionId?: string;
}

/** Lists the refined actions of a tool in one conversation, oldest first; `open` are those that no call answers yet. */
export async function listSentBack(
  countersign: Countersign,
  toolName: string,
  conversation: Conversation,
  signal?: AbortSignal,
): Promise<{ all: SentBack[]; open: SentBack[] }> {
  const { items } = await countersign.list({ ...conversation, toolName, status: ["refined"], limit: 200 }, { signal });
  const all = items.toReversed();
  return { all, open: all.filter(({ supersededBy }) => supersededBy === null) };
}

/** Chooses the action that a call answers: the one whose input has the most equal fields; the oldest on a tie. */
export function chooseAnswered(open: readonly SentBack[], input: unknown): SentBack | undefined {
  const shared = ({ toolInput }: SentBack): number =>
    typeof input === "object" && input !== null
      ? Object.entries(toolInput).filter(
          ([key, value]) => Object.hasOwn(input, key) && isSameJson(value, (input as JsonObject)[key]!),
        ).length
      : 0;
  let chosen: { one: SentBack; score: number } | undefined;
  for (const one of open) {
    const score = shared(one);
    if (chosen === undefined || score > chosen.score) chosen = { one, score };
  }
  return chosen?.one;
}

type ProposeLinked = (supersedes: string | undefined) => Promise<Outcome>;

interface LinkedCall {
  input: unknown;
  conversation: Conversation;
  /** Objects that only this run holds. */
  run: readonly object[];
  signal: AbortSignal | undefined;
}

/**
 * Links each call of one tool to the action refined before it in the same conversation, so that a person sees what changed. The
 * conversation comes from the application or framework, never from the model. With a label, the server finds the refined
 * action; without one, it is found by objects that only the run can hold.
 */
export function createAnswering(countersign: Countersign, toolName: string) {
  const byMark = new WeakMap<object, Set<SentBack>>();
  const byOutcome = new WeakMap<object, SentBack>();
  /** Refined actions that are answered, or being answered right now, so that each call answers a different one. */
  const taken = new Set<string>();

  /** Marks `holder` as belonging to the run that received this outcome. */
  function mark(holder: object, outcome: object): void {
    const one = byOutcome.get(outcome);
    if (one !== undefined) byMark.set(holder, (byMark.get(holder) ?? new Set()).add(one));
  }

  async function propose({ input, conversation, run, signal }: LinkedCall, call: ProposeLinked): Promise<Outcome> {
    const isLabelled = Object.keys(conversation).length > 0;
    const inRun = [...new Set(run.flatMap((holder) => [...(byMark.get(holder) ?? [])]))];
    const { all, open } = isLabelled
      ? await listSentBack(countersign, toolName, conversation, signal)
      : { all: inRun, open: inRun };
    const chosen = chooseAnswered(
      open.filter(({ id }) => !taken.has(id)),
      input,
    );
    if (chosen !== undefined) taken.add(chosen.id);
    let linked: string | undefined;
    try {
      const called = await callAsBefore(new Set([chosen?.id, undefined, ...all.map(({ id }) => id)]), call);
      const { outcome } = called;
      linked = called.link;
      if (chosen !== undefined) for (const holder of run) byMark.get(holder)?.delete(chosen);
      if (outcome.status === "refined" && outcome.pendingActionId !== null && outcome.supersededBy === undefined) {
        byOutcome.set(outcome, { id: outcome.pendingActionId, toolInput: input as JsonObject });
        for (const holder of run) mark(holder, outcome);
      }
      return outcome;
    } finally {
      // An answered one stays taken: another call may have listed it while it was open.
      if (chosen !== undefined && linked !== chosen.id) taken.delete(chosen.id);
    }
  }

  return { propose, mark };
}

/**
 * Retries with each possible link. A call repeated by the framework reuses its idempotency key and must therefore send the link
 * of the first time; a mismatch is an IDEMPOTENCY_CONFLICT and stores nothing. Returns the link that was used, too.
 */
async function callAsBefore(
  links: ReadonlySet<string | undefined>,
  call: ProposeLinked,
): Promise<{ outcome: Outcome; link: string | undefined }> {
  let conflict: unknown;
  for (const link of links) {
    try {
      return { outcome: await call(link), link };
    } catch (error) {
      if (!(error instanceof CountersignProblem) || error.code !== "IDEMPOTENCY_CONFLICT") throw error;
      conflict ??= error;
    }
  }
  throw conflict;
}
