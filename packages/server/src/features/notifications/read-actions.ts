import type { Kysely } from "kysely";
import { withRouting } from "../../engine/decisions/routing.ts";
import type { Schema } from "../../store/schema.ts";
import { findActions, type StoredAction } from "../../store/statements/read-actions.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

/** A transaction may wait for it. Actions beyond it are read with their stored answers, by which more people may be asked. */
const MAX_EVALUATING_MS = 1000;

/**
 * Reads actions, and evaluates their routing rules where the stored answers are stale. Which people and rooms are told depends on
 * the rules that apply.
 */
export async function readRoutedActions(
  { checks }: Pick<NotificationsDeps, "checks">,
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, StoredAction>> {
  const end = performance.now() + MAX_EVALUATING_MS;
  const actions = new Map<string, StoredAction>();
  for (const row of await findActions(db, workspaceId, ids)) {
    const routed = performance.now() < end ? await withRouting(checks, { ...SYSTEM, workspaceId }, row) : undefined;
    actions.set(row.id, routed?.ok ? routed.value : row);
  }
  return actions;
}
