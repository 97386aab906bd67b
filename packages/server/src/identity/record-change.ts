import type { JsonObject } from "@countersign/protocol";
import { appendAuditEvent } from "../store/statements/audit-events.ts";
import type { Actor } from "../store/statements/row.ts";
import type { Setting } from "../store/statements/setting-evidence.ts";
import { withoutPeople, type People } from "./people-tables.ts";

export type ChangeKind =
  | "workspace.created"
  | "workspace.changed"
  | "agent.connected"
  | "key.created"
  | "key.changed"
  | "key.rotated"
  | "key.former_ended"
  | "key.revoked"
  | "member.added"
  | "member.changed"
  | "member.account_linked"
  | "member.account_set_up"
  | "member.password_changed"
  | "member.password_reset"
  | "member.removed"
  | "on_call.changed";

/**
 * Appends a change of keys or members to the workspace's audit chain. Must be called last in the transaction of the change,
 * because it locks the end of the chain. `data` contains ids and roles, no secrets or mail addresses, as it cannot be erased.
 * `settings`: the rows that were changed.
 */
export async function recordChange(
  transaction: People,
  change: { workspaceId: string; kind: ChangeKind; actor: Actor; data: JsonObject; settings: readonly Setting[] },
): Promise<void> {
  const { actor, ...event } = change;
  await appendAuditEvent(withoutPeople(transaction), { ...event, by: actor });
}
