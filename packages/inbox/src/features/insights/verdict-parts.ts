import type { DecidedFigures } from "@countersign/protocol";

/** What people decided; the parts add up to all decisions. */
export const VERDICT_PARTS = ["asProposed", "edited", "refined", "rejected"] as const;
export type VerdictPart = (typeof VERDICT_PARTS)[number];

export const VERDICT_WORDS = {
  asProposed: "Approved as proposed",
  edited: "Approved with edits",
  refined: "Sent back",
  rejected: "Rejected",
} as const satisfies Record<VerdictPart, string>;

export function verdictParts({ approved, edited, refined, rejected }: DecidedFigures): Record<VerdictPart | "total", number> {
  return { asProposed: approved - edited, edited, refined, rejected, total: approved + refined + rejected };
}
