import type { Risk } from "@countersign/protocol";
import { useUnopenedCount } from "../../ui/review-parts.ts";
import { RISK_CAUTION } from "./risk-caution.ts";

/** Why the level does not let a person approve yet. */
export function useRiskBlock(risk: Risk, accepted: boolean): string | undefined {
  const unopened = useUnopenedCount();
  if (!RISK_CAUTION[risk]?.needsReading) return undefined;
  if (unopened > 0) return "Open every collapsed part first";
  return accepted ? undefined : "Tick the box above first";
}
