import type { JsonObject, Outcome } from "@countersign/protocol";
import type { Countersign } from "../countersign.ts";
import { CountersignProblem } from "../errors.ts";
import { isSameJson } from "./same-json.ts";

/** An action that a person sent back with feedback. */
export interface SentBack {
  id: string;
  toolInput: JsonObject;
}

export interface Conversation {
  sessionId?: string;
  missionId?: string;
}

/** The sent back actions of a tool in one conversation, oldest first; `open` are those that no call has answered yet. */
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

/** Which of them a call answers: the one that its input has most fields in common with, of equals the oldest. */
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
  /** Objects that this run alone holds. */
  run: readonly object[];
  signal: AbortSignal | undefined;
}

/**
 * Links each call of one tool to the action that was sent back before it in the same conversation, so that a person sees what
 * changed since. The conversation is what the application's own code or the framework says, never the model: with a label the
 * server knows it; without one it is known by objects that nobody but the run can hold.
 */
export function createAnswering(countersign: Countersign, toolName: string) {
  const byMark = new WeakMap<object, Set<SentBack>>();
  const byOutcome = new WeakMap<object, SentBack>();
  /** Being answered by a call that is under way: of two at once each answers its own. */
  const taken = new Set<string>();

  /** From here on whoever holds the mark is in the run that was told this. */
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
    try {
      const outcome = await callAsBefore(new Set([chosen?.id, undefined, ...all.map(({ id }) => id)]), call);
      if (chosen !== undefined) for (const holder of run) byMark.get(holder)?.delete(chosen);
      if (outcome.status === "refined" && outcome.pendingActionId !== null && outcome.supersededBy === undefined) {
        byOutcome.set(outcome, { id: outcome.pendingActionId, toolInput: input as JsonObject });
        for (const holder of run) mark(holder, outcome);
      }
      return outcome;
    } finally {
      if (chosen !== undefined) taken.delete(chosen.id);
    }
  }

  return { propose, mark };
}

/**
 * A call that its framework repeats has the key of the first time, under which it was linked as things were then. To meet its
 * action it must say the same again; nothing is stored by a try that does not.
 */
async function callAsBefore(links: ReadonlySet<string | undefined>, call: ProposeLinked): Promise<Outcome> {
  let conflict: unknown;
  for (const supersedes of links) {
    try {
      return await call(supersedes);
    } catch (error) {
      if (!(error instanceof CountersignProblem) || error.code !== "IDEMPOTENCY_CONFLICT") throw error;
      conflict ??= error;
    }
  }
  throw conflict;
}
