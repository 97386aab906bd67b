import type { Action } from "@countersign/protocol";
import { useUnopenedCount } from "../../ui/review-parts.ts";
import { cautionOf } from "./risk-caution.ts";

/** Why the level does not let a person approve yet. */
export function useRiskBlock(action: Action, accepted: boolean): string | undefined {
  const unopened = useUnopenedCount();
  if (!cautionOf(action)?.needsReading) return undefined;
  if (unopened > 0) return "Open every collapsed part first";
  return accepted ? undefined : "Tick the box above first";
}
