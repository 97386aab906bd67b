import { CAUTION_RISK, type Action, type Risk } from "@countersign/protocol";
import { strings } from "../../../strings/decision.tsx";
import { useUnopenedCount } from "../../../ui/review-parts.ts";

interface Caution {
  says: string;
  /** Whether the person has to open every collapsed part and confirm having read it. */
  needsReading: boolean;
  /** Whether the approve button is drawn as one that does harm. */
  isAlarm: boolean;
}

type Kind = Omit<Caution, "says"> & { kind: "high" | "critical" };

const BY_RISK: Readonly<Record<Risk, Kind | null>> = {
  0: null,
  1: null,
  2: null,
  3: null,
  4: { kind: "high", needsReading: false, isAlarm: true },
  5: { kind: "critical", needsReading: true, isAlarm: true },
};

/** Caution to show before an approval; null if none is needed. */
export function cautionOf({ risk, ratedRisk, vetted }: Pick<Action, "risk" | "ratedRisk" | "vetted">): Caution | null {
  if (!vetted && ratedRisk !== 5) {
    // Requires as much reading as the highest risk. The alarm depends on the rating: a missing vetting is no danger by itself.
    const isAlarm = ratedRisk !== null && ratedRisk >= CAUTION_RISK;
    return { says: strings.caution.notVetted, needsReading: true, isAlarm };
  }
  const known = BY_RISK[risk];
  return known && { says: strings.caution[known.kind], needsReading: known.needsReading, isAlarm: known.isAlarm };
}

/** Why the person cannot approve yet because of the risk; undefined if they can. */
export function useRiskBlock(action: Action, accepted: boolean): string | undefined {
  const unopened = useUnopenedCount();
  if (!cautionOf(action)?.needsReading) return undefined;
  if (unopened > 0) return strings.openCollapsedFirst;
  return accepted ? undefined : strings.blocked.tickFirst;
}
