import type { Risk } from "@countersign/protocol";

interface Caution {
  says: string;
  /** The person has to say that they read it. */
  needsTick: boolean;
}

/** What is asked of a person before they approve, by level. */
export const RISK_CAUTION: Readonly<Record<Risk, Caution | null>> = {
  0: null,
  1: null,
  2: null,
  3: null,
  4: { says: "High risk: check the target and every field before you approve.", needsTick: false },
  5: { says: "Critical: this may not be undone. Nothing above is folded away; read all of it.", needsTick: true },
};
