export const INSIGHT_DAYS = ["7", "30", "90"] as const;
export type InsightDays = (typeof INSIGHT_DAYS)[number];

export const DEFAULT_DAYS: InsightDays = "30";

/** The span in the address; what is not one of ours is dropped. */
export function readInsightsSearch({ days }: Record<string, unknown>): { days?: InsightDays } {
  const known = INSIGHT_DAYS.find((one) => one === days);
  return known === undefined || known === DEFAULT_DAYS ? {} : { days: known };
}
