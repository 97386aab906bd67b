import { riskForRules } from "@countersign/protocol";

/** Inputs of a tool's levels. */
export interface LevelFacts {
  /** Rating by source, name or definition; if none applies, the level that rules use. */
  scoredRisk: number;
  rated: boolean;
  /** The administrator's rating; null if there is none. */
  setRisk: number | null;
  vetted: boolean;
}

/** The level that rules use, and the one shown to people; null if the tool is not rated. */
export function levelsOf({ scoredRisk, rated, setRisk, vetted }: LevelFacts): { risk: number; ratedRisk: number | null } {
  return {
    risk: riskForRules({ risk: setRisk ?? scoredRisk, vetted }),
    ratedRisk: setRisk ?? (rated ? scoredRisk : null),
  };
}

/** Whether somebody vouches for a definition: its server is trusted, or an administrator reviewed exactly this one. */
export const isVetted = ({
  trusted,
  fingerprint,
  vettedFingerprint,
}: {
  trusted: boolean;
  fingerprint: string | null;
  vettedFingerprint: string | null;
}): boolean => trusted || (fingerprint !== null && fingerprint === vettedFingerprint);
