import type { Risk } from "@countersign/protocol";

interface Caution {
  says: string;
  /** The person has to open every collapsed part and say that they read it. */
  needsReading: boolean;
}

/** What is asked of a person before they approve, by level. */
export const RISK_CAUTION: Readonly<Record<Risk, Caution | null>> = {
  0: null,
  1: null,
  2: null,
  3: null,
  4: { says: "High risk: check the target and every field before you approve.", needsReading: false },
  5: { says: "Critical: this may not be undone. Open every part above and read all of it.", needsReading: true },
};
