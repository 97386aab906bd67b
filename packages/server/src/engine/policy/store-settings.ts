import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";
import type { Actor } from "../../store/statements/row.ts";
import { readApprovers, readRule } from "../../core/approval-rule.ts";
import { readRoutingRules } from "../../core/routing.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

/** Stores a tool's settings and appends their audit event, in the transaction that checked them. */
export async function storeSettings(
  trx: Kysely<Schema>,
  by: Actor & { workspaceId: string },
  tool: ToolRow,
  values: Partial<ToolRow>,
  lowered: readonly string[],
): Promise<ToolRow> {
  const row = await trx
    .updateTable("tool")
    .set({ ...values, updatedAt: new Date() })
    .where("workspaceId", "=", by.workspaceId)
    .where("name", "=", tool.name)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { acceptedDefinition: _definition, inputSchema: _schema, approvalRule, routingRules, escalateTo, ...told } = values;
  await appendAuditEvent(trx, {
    workspaceId: by.workspaceId,
    kind: values.acceptedFingerprint === undefined ? "tool.settings_changed" : "tool.accepted",
    by,
    settings: [["tool", tool.name]],
    data: {
      name: tool.name,
      lowers: lowered.length > 0,
      ...(lowered.length > 0 ? { lowered } : {}),
      ...told,
      ...(escalateTo === undefined ? {} : { escalateTo: readApprovers(escalateTo) }),
      ...(approvalRule === undefined ? {} : { approvalRule: readRule(approvalRule) }),
      ...(routingRules === undefined ? {} : { routingRules: readRoutingRules(routingRules) }),
    },
  });
  return row;
}

/** Frees the aliases of tools that get others in this transaction, whose settings are stored next. */
export async function clearAliases(trx: Kysely<Schema>, workspaceId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await trx
    .updateTable("tool")
    .set({ alias: null })
    .where("workspaceId", "=", workspaceId)
    .where("name", "in", names)
    .execute();
}
