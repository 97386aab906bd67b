import type { ChatCall, ChatSession } from "@countersign/protocol";
import { statusLabel } from "../../ui/status-words.ts";

/** State of a call, in a few words. */
export function callWords({ state, outcome, refusal }: Pick<ChatCall, "state" | "outcome" | "refusal">): string {
  if (refusal !== null) return "Refused";
  if (outcome && outcome.status !== "queued") return statusLabel(outcome.status);
  if (outcome || state === "open") return statusLabel("pending");
  return state === "parked" ? "Waiting; the agent went on" : "Called";
}

const digits = new Intl.NumberFormat("en");
const MICROS = 1_000_000;

/** Amount in the currency of the agent's prices: two decimals, and up to four for amounts below 1. */
export function moneyText(micros: number): string {
  const amount = micros / MICROS;
  return amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 });
}

const of = (limit: string | 0 | null): string => (limit === null ? "" : ` of ${limit}`);

/** Usage of a conversation against its limits. Cost only if there is any or if it is limited. */
export function usageWords({ round, usage, limits }: Pick<ChatSession, "round" | "usage" | "limits">): string[] {
  const { inputTokens, outputTokens, costMicros } = usage;
  const { hardRounds, sessionTokens, sessionCostMicros } = limits;
  return [
    `Round ${round} of ${hardRounds}`,
    `${digits.format(inputTokens + outputTokens)}${of(sessionTokens && digits.format(sessionTokens))} tokens`,
    ...(costMicros > 0 || sessionCostMicros !== null
      ? [`cost ${moneyText(costMicros)}${of(sessionCostMicros && moneyText(sessionCostMicros))}`]
      : []),
  ];
}
