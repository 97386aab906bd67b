import type { Action } from "@countersign/protocol";
import type { ActionRow } from "../store/statements/row.ts";

/** The risk of an action as the wire has it. What was proposed before ratings were told apart is shown as rules take it. */
export const shownRisk = ({ risk, ratedRisk, vetted }: Pick<ActionRow, "risk" | "ratedRisk" | "vetted">) =>
  ({ risk, ratedRisk: vetted === null ? risk : ratedRisk, vetted: vetted ?? true }) as Pick<
    Action,
    "risk" | "ratedRisk" | "vetted"
  >;
