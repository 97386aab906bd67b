import type { ChatCall, ChatSession } from "@countersign/protocol";
import { STATUS_WORDS } from "../../ui/status-words.ts";

/** Where a call stands, in a few words. */
export function callWords({ state, outcome, refusal }: Pick<ChatCall, "state" | "outcome" | "refusal">): string {
  if (refusal !== null) return "Refused";
  if (outcome && outcome.status !== "queued") return STATUS_WORDS[outcome.status].label;
  if (outcome || state === "open") return STATUS_WORDS.pending.label;
  return state === "parked" ? "Waiting; the agent went on" : "Called";
}

const digits = new Intl.NumberFormat("en");
const MICROS = 1_000_000;

/** An amount of the currency the agent's prices are in: two digits after the point, four where there is little before it. */
export function moneyText(micros: number): string {
  const amount = micros / MICROS;
  return amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 });
}

const of = (limit: string | 0 | null): string => (limit === null ? "" : ` of ${limit}`);

/** What a conversation has used of what it may use. Money only where it is counted. */
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
