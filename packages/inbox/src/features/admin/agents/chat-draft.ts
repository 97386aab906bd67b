import { CHAT_WIDGETS, type ChangeChatAgent, type ChatAgent, type ChatLimits, type ChatWidget } from "@countersign/protocol";

/** Chat settings of an agent as the form holds them. */
export interface ChatDraft {
  enabled: boolean;
  instructions: string;
  /** Null selects the built-in script. */
  connectionId: string | null;
  modelName: string;
  /** Price per million tokens in whole currency units; empty if cost is not counted. */
  inputPrice: number | "";
  outputPrice: number | "";
  widgets: readonly ChatWidget[];
  softRounds: number | "";
  hardRounds: number | "";
  identicalCalls: number | "";
  resultCharacters: number | "";
  sessionTokens: number | "";
  /** In whole currency units. */
  sessionCost: number | "";
  /** Minutes after which an unanswered proposal expires; empty if it does not. */
  unansweredMinutes: number | "";
}

/** Limits that the server uses if none are stored. */
const FIRST_LIMITS: ChatLimits = {
  softRounds: 16,
  hardRounds: 18,
  identicalCalls: 3,
  resultCharacters: 12_000,
  sessionTokens: null,
  sessionCostMicros: null,
  unansweredSeconds: null,
};

const MICROS = 1_000_000;
const whole = (micros: number | null): number | "" => (micros === null ? "" : micros / MICROS);
const micros = (amount: number | ""): number | null => (amount === "" ? null : Math.round(amount * MICROS));

export function draftOf(agent: ChatAgent | null): ChatDraft {
  const limits = agent?.limits ?? FIRST_LIMITS;
  return {
    enabled: agent?.enabled ?? true,
    instructions: agent?.instructions ?? "",
    connectionId: agent?.model.connectionId ?? null,
    modelName: agent?.model.name ?? "",
    inputPrice: whole(agent?.model.inputPriceMicros ?? null),
    outputPrice: whole(agent?.model.outputPriceMicros ?? null),
    widgets: agent?.widgets ?? CHAT_WIDGETS,
    softRounds: limits.softRounds,
    hardRounds: limits.hardRounds,
    identicalCalls: limits.identicalCalls,
    resultCharacters: limits.resultCharacters,
    sessionTokens: limits.sessionTokens ?? "",
    sessionCost: whole(limits.sessionCostMicros),
    unansweredMinutes: limits.unansweredSeconds === null ? "" : Math.ceil(limits.unansweredSeconds / 60),
  };
}

/** Returns only fields that differ from the stored settings; all fields if nothing is stored for the agent. */
export function changeOf(draft: ChatDraft, agent: ChatAgent | null): ChangeChatAgent {
  const next = bodyOf(draft);
  if (!agent) return next;
  const { enabled, instructions, model, widgets, limits } = bodyOf(draftOf(agent));
  return {
    ...(next.enabled !== enabled && { enabled: next.enabled }),
    ...(next.instructions !== instructions && { instructions: next.instructions }),
    ...(!same(next.model, model) && { model: next.model }),
    ...(!same([...next.widgets].sort(), [...widgets].sort()) && { widgets: next.widgets }),
    ...(!same(next.limits, limits) && { limits: next.limits }),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function bodyOf(draft: ChatDraft) {
  const { enabled, instructions, connectionId, modelName, widgets, sessionTokens } = draft;
  const or = (value: number | "", name: keyof typeof FIRST_LIMITS): number =>
    value === "" ? (FIRST_LIMITS[name] ?? 1) : value;
  return {
    enabled,
    instructions,
    model: {
      connectionId,
      name: connectionId === null ? "" : modelName.trim(),
      inputPriceMicros: micros(draft.inputPrice),
      outputPriceMicros: micros(draft.outputPrice),
    },
    widgets: [...widgets],
    limits: {
      softRounds: or(draft.softRounds, "softRounds"),
      hardRounds: or(draft.hardRounds, "hardRounds"),
      identicalCalls: or(draft.identicalCalls, "identicalCalls"),
      resultCharacters: or(draft.resultCharacters, "resultCharacters"),
      sessionTokens: sessionTokens === "" ? null : sessionTokens,
      sessionCostMicros: micros(draft.sessionCost),
      unansweredSeconds: draft.unansweredMinutes === "" ? null : draft.unansweredMinutes * 60,
    },
  };
}
