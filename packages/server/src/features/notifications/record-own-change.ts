import type { Principal } from "../../core/principal.ts";
import type { Database } from "../../store/database.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";

/** Appends to the audit log that a person changed how they are told. */
export const recordOwnChange = (
  transaction: Database["kysely"],
  { workspaceId, ...by }: Pick<Principal, "kind" | "id" | "name" | "workspaceId">,
  data: object,
): Promise<unknown> =>
  appendAuditEvent(transaction, { workspaceId, kind: "member.notifications_changed", by, data: { userId: by.id, ...data } });
