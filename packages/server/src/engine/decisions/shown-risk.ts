import type { Action, Placed } from "@countersign/protocol";
import { isQuestion } from "../../core/questions.ts";
import type { ActionRow } from "../../store/statements/row.ts";

/** The risk of an action on the wire. Actions proposed before ratings were stored separately show the risk that rules use. */
export const shownRisk = ({ risk, ratedRisk, vetted }: Pick<ActionRow, "risk" | "ratedRisk" | "vetted">) =>
  ({ risk, ratedRisk: vetted === null ? risk : ratedRisk, vetted: vetted ?? true }) as Pick<
    Action,
    "risk" | "ratedRisk" | "vetted"
  >;

/** What the places that an action may be approved in depend on. */
export const placedOf = (row: Pick<ActionRow, "risk" | "ratedRisk" | "vetted" | "toolName" | "source">): Placed => ({
  ...shownRisk(row),
  isQuestion: isQuestion(row),
});
