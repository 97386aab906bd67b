import type { ChatSession } from "@countersign/protocol";

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
