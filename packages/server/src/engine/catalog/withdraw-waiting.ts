import type { Database } from "../../store/database.ts";
import { withdrawActions } from "../../store/statements/withdraw-actions.ts";

/** A row that changes between snapshot and lock is tried again; more rounds mean that it changes constantly. */
const MAX_ROUNDS = 10;

/**
 * Ends the pending and approved actions of tools that changed or are gone. Call after that change is committed: from then on no
 * action is proposed or approved against the former definition.
 */
export async function withdrawWaiting(
  { kysely }: Pick<Database, "kysely">,
  workspaceId: string,
  toolNames: readonly string[],
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if ((await withdrawActions(kysely, workspaceId, toolNames)).length === 0) return;
  }
}
