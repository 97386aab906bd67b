import { riskForRules } from "@countersign/protocol";

/** What a tool's levels follow from. */
export interface LevelFacts {
  /** As its source, its name or its definition rates it; where nothing does, what rules take it for. */
  scoredRisk: number;
  rated: boolean;
  /** As an administrator rated it; null where none did. */
  setRisk: number | null;
  vetted: boolean;
}

/** The level rules go by, and the one people are shown; null: nobody has rated the tool. */
export function levelsOf({ scoredRisk, rated, setRisk, vetted }: LevelFacts): { risk: number; ratedRisk: number | null } {
  return {
    risk: riskForRules({ risk: setRisk ?? scoredRisk, vetted }),
    ratedRisk: setRisk ?? (rated ? scoredRisk : null),
  };
}

/** Whether somebody vouches for a definition: its server is trusted, or an administrator looked at exactly this one. */
export const isVetted = ({
  trusted,
  fingerprint,
  vettedFingerprint,
}: {
  trusted: boolean;
  fingerprint: string | null;
  vettedFingerprint: string | null;
}): boolean => trusted || (fingerprint !== null && fingerprint === vettedFingerprint);
