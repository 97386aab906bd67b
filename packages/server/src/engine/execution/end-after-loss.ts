import type { Ending } from "../../store/statements/finish-execution.ts";
import type { ActionRow } from "../../store/statements/row.ts";

/**
 * Ends a failed retry as lost if the attempt before it was lost: that one may have taken effect, and an agent would propose a
 * failed action again. A lost transaction was rolled back, so there the failure stands.
 */
export function endAfterLoss({ effect, attempts }: Pick<ActionRow, "effect" | "attempts">, ending: Ending): Ending {
  if (ending.outcome !== "failed" || effect === "transactional" || attempts.at(-2)?.outcome !== "lost") return ending;
  return {
    outcome: "lost",
    note: `An earlier attempt was interrupted and may have taken effect. This attempt failed: ${ending.error.message}`,
  };
}
