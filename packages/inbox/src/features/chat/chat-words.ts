import type { ChatCall, ChatSession } from "@countersign/protocol";
import { strings } from "../../strings/chat.tsx";
import { language } from "../../strings/language.ts";
import { statusLabel } from "../../ui/status-words.ts";

/** State of a call, in a few words. */
export function callWords({ state, outcome, refusal }: Pick<ChatCall, "state" | "outcome" | "refusal">): string {
  if (refusal !== null) return strings.calls.refused;
  if (outcome && outcome.status !== "queued") return statusLabel(outcome.status);
  if (outcome || state === "open") return statusLabel("pending");
  return state === "parked" ? strings.calls.wentOn : strings.calls.called;
}

const MICROS = 1_000_000;

/** Amount in the currency of the agent's prices: two decimals, and up to four for amounts below 1. */
export function moneyText(micros: number): string {
  const amount = micros / MICROS;
  return amount.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 });
}

/** Usage of a conversation against its limits. Cost only if there is any or if it is limited. */
export function usageWords({ round, usage, limits }: Pick<ChatSession, "round" | "usage" | "limits">): string[] {
  const { inputTokens, outputTokens, costMicros } = usage;
  const { hardRounds, sessionTokens, sessionCostMicros } = limits;
  return [
    strings.usage.round(round, hardRounds),
    strings.usage.tokens(inputTokens + outputTokens, sessionTokens),
    ...(costMicros > 0 || sessionCostMicros !== null
      ? [strings.usage.cost(moneyText(costMicros), sessionCostMicros === null ? null : moneyText(sessionCostMicros))]
      : []),
  ];
}
