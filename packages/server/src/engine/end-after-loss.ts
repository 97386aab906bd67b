import type { Ending } from "../store/statements/finish-execution.ts";
import type { ActionRow } from "../store/statements/row.ts";

/**
 * A repeat that fails by itself says nothing of the attempt before it that was lost and may have taken effect: to call the
 * action failed would have the agent ask for it again. A lost transaction was rolled back, so there the failure holds.
 */
export function endAfterLoss({ effect, attempts }: Pick<ActionRow, "effect" | "attempts">, ending: Ending): Ending {
  if (ending.outcome !== "failed" || effect === "transactional" || attempts.at(-2)?.outcome !== "lost") return ending;
  return {
    outcome: "lost",
    note: `An earlier attempt was cut off and may have taken effect; this one failed: ${ending.error.message}`,
  };
}
