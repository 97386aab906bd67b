import type { Kysely } from "kysely";
import { readApprovers, readRule } from "../../core/approval-rule.ts";
import { isCallable } from "../../core/authorize.ts";
import { readRoutingRules } from "../../core/routing.ts";
import { isVetted } from "../../core/tool-levels.ts";
import type { ProtectedTool, Protections } from "../../core/protection.ts";
import type { Schema } from "../schema.ts";
import { findLiveAgents } from "./agents.ts";
import { listTools, type ToolRow } from "./tools.ts";

export const toProtected = (row: ToolRow): ProtectedTool => ({
  name: row.name,
  source: row.source,
  risk: row.risk,
  vetted: isVetted(row),
  approval: row.approval,
  approvalWhen: row.approvalWhen,
  groupNames: row.groupNames,
  requiredIn: row.requiredIn,
  neverIn: row.neverIn,
  callable: isCallable(row),
  approverRole: row.approverRole,
  approverIds: row.approverIds,
  approvalRule: readRule(row.approvalRule),
  routingRules: readRoutingRules(row.routingRules),
  escalateAfterSeconds: row.escalateAfterSeconds,
  escalateTo: readApprovers(row.escalateTo) ?? [],
  inClient: row.inClient,
  needsSecondPerson: row.needsSecondPerson ?? false,
  afterReject: row.afterReject,
});

/** The protections of a workspace, as this transaction sees them. */
export async function readProtections(db: Kysely<Schema>, workspaceId: string): Promise<Protections & { rows: ToolRow[] }> {
  const rows = await listTools(db, workspaceId);
  return { rows, tools: rows.map(toProtected), agents: await findLiveAgents(db, workspaceId) };
}
