import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import type { Actor } from "../store/statements/row.ts";
import type { People } from "./people-tables.ts";

export type ChangeKind =
  | "workspace.created"
  | "workspace.changed"
  | "key.created"
  | "key.revoked"
  | "member.added"
  | "member.changed"
  | "member.removed";

/**
 * Puts a change of keys or members on the workspace's chain; call it last in the transaction that makes the change, as
 * it locks the end of the chain. `data` holds ids and roles: no secret and no address, since it can never be erased.
 */
export async function recordChange(
  transaction: People,
  change: { workspaceId: string; kind: ChangeKind; actor: Actor; data: JsonObject },
): Promise<void> {
  const { workspaceId, kind, actor, data } = change;
  await transaction
    .insertInto("auditEvent")
    .values({
      workspaceId,
      kind,
      actionId: null,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      data: canonicalJson(data),
    })
    .execute();
}
