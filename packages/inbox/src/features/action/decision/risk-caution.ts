import { CAUTION_RISK, type Action, type Risk } from "@countersign/protocol";
import { useUnopenedCount } from "../../../ui/review-parts.ts";

interface Caution {
  says: string;
  /** Whether the person has to open every collapsed part and confirm having read it. */
  needsReading: boolean;
  /** Whether the approve button is drawn as one that does harm. */
  isAlarm: boolean;
}

const BY_RISK: Readonly<Record<Risk, Caution | null>> = {
  0: null,
  1: null,
  2: null,
  3: null,
  4: { says: "High risk: check the target and every field before you approve.", needsReading: false, isAlarm: true },
  5: {
    says: "Critical: this may be irreversible. Open every part above and read all of it.",
    needsReading: true,
    isAlarm: true,
  },
};

/** Requires as much reading as the highest risk. The alarm depends on the rating: a missing vetting is no danger by itself. */
const NOT_VETTED_CAUTION = {
  says: "Not vetted: no administrator has looked at this tool yet. Open every part above and read all of it.",
  needsReading: true,
} as const;

/** Caution to show before an approval; null if none is needed. */
export const cautionOf = ({ risk, ratedRisk, vetted }: Pick<Action, "risk" | "ratedRisk" | "vetted">): Caution | null =>
  vetted || ratedRisk === 5
    ? BY_RISK[risk]
    : { ...NOT_VETTED_CAUTION, isAlarm: ratedRisk !== null && ratedRisk >= CAUTION_RISK };

/** Why the person cannot approve yet because of the risk; undefined if they can. */
export function useRiskBlock(action: Action, accepted: boolean): string | undefined {
  const unopened = useUnopenedCount();
  if (!cautionOf(action)?.needsReading) return undefined;
  if (unopened > 0) return "Open every collapsed part first";
  return accepted ? undefined : "Tick the box above first";
}
