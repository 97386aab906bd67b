import { isJsonObject, type Finding, type JsonObject, type Tool } from "@countersign/protocol";
import { groupsOf } from "../../core/group-approval.ts";
import { listSchema } from "../../core/list-call.ts";
import { NOT_VETTED_SAYS, riskReasons } from "../../core/risk-reasons.ts";
import { readRoutingRules } from "../../core/routing.ts";
import { nameForModels } from "../../core/tool-names.ts";
import { effectiveRisk } from "../../core/risk.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

const objectOf = (text: string | null): JsonObject | null => (text === null ? null : (JSON.parse(text) as JsonObject));
export const findingsOf = (row: Pick<ToolRow, "findings">): Finding[] => JSON.parse(row.findings) as Finding[];

/** Schema of what an agent sends: one call, or the list form of a tool that takes many calls in one. */
export function schemaForAgents({ batchKey, inputSchema }: Pick<ToolRow, "batchKey" | "inputSchema">): JsonObject {
  const unit = JSON.parse(inputSchema) as JsonObject;
  return batchKey === null ? unit : listSchema(batchKey, unit);
}

/** A tool with all its settings. */
export function toTool(row: ToolRow): Tool {
  const findings = findingsOf(row);
  const definition = objectOf(row.definition);
  const accepted = objectOf(row.acceptedDefinition);
  const annotations = (accepted ?? definition)?.["annotations"];
  const waits = row.vetting === "changed" || row.vetting === "withheld" || row.vetting === "unvetted";
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    inputSchema: JSON.parse(row.inputSchema) as JsonObject,
    batchKey: row.batchKey,
    effect: row.effect,
    risk: row.risk as Tool["risk"],
    ratedRisk: row.ratedRisk as Tool["ratedRisk"],
    effectiveRisk: effectiveRisk(row.ratedRisk ?? row.risk, row.approval, findings) as Tool["risk"],
    riskReasons: reasonsOf(row),
    riskSource: row.riskSource,
    approval: row.approval,
    approvalWhen: row.approvalWhen,
    group: row.groupNames[0] ?? "",
    groups: groupsOf(row),
    alias: row.alias,
    exposedName: nameForModels(row.alias ?? row.name),
    descriptionOverride: row.descriptionOverride,
    promptTemplate: row.promptTemplate,
    approverRole: row.approverRole,
    approverIds: row.approverIds,
    approvalRule: row.approvalRule === null ? null : (JSON.parse(row.approvalRule) as Tool["approvalRule"]),
    routingRules: readRoutingRules(row.routingRules),
    remindAfterSeconds: row.remindAfterSeconds,
    escalateAfterSeconds: row.escalateAfterSeconds,
    escalateTo: row.escalateTo === null ? null : (JSON.parse(row.escalateTo) as Tool["escalateTo"]),
    protectedKeys: row.protectedKeys,
    lifetimeSeconds: row.lifetimeSeconds,
    timeoutSeconds: row.timeoutSeconds,
    delivery: row.delivery,
    waitSeconds: row.waitSeconds,
    onWaitEnd: row.onWaitEnd,
    inClient: row.inClient,
    needsSecondPerson: row.needsSecondPerson ?? false,
    afterReject: row.afterReject,
    rejectReasons: row.rejectReasons ?? [],
    enabled: row.enabled,
    clientNeeds: row.clientNeeds,
    source: row.source,
    upstream: row.upstream,
    annotations: isJsonObject(annotations) ? annotations : null,
    vetting: {
      state: row.vetting,
      findings,
      fingerprint: row.fingerprint,
      firstSeenAt: row.firstSeenAt.toISOString(),
      changed: waits && definition !== null ? { definition, was: row.vetting === "unvetted" ? null : accepted } : null,
    },
    definitionHash: row.definitionHash,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Like `toTool`, without what would tell an agent how to avoid approval, who decides, and what vetting found. */
export function toToolOfAgent(row: ToolRow): Tool {
  const tool = toTool(row);
  return {
    ...tool,
    inputSchema: schemaForAgents(row),
    approvalWhen: null,
    promptTemplate: null,
    approverRole: null,
    approverIds: [],
    approvalRule: null,
    routingRules: [],
    remindAfterSeconds: null,
    escalateAfterSeconds: null,
    escalateTo: null,
    rejectReasons: [],
    vetting: { ...tool.vetting, findings: [], changed: null },
  };
}

/** Reasons for the tool's risk: that it is unvetted, that an administrator rated it, then the scored reasons. */
export function reasonsOf(row: ToolRow): string[] {
  const scored = JSON.parse(row.riskReasons) as string[];
  const { name: toolName, effect, scoredRisk: risk, rated } = row;
  const reasons =
    scored.length > 0
      ? scored
      : riskReasons({ toolName, risk, ratedRisk: rated ? risk : null, vetted: true, effect, target: "", snapshot: "" });
  return [
    ...(row.vetting === "unvetted" ? [NOT_VETTED_SAYS] : []),
    ...(row.riskSource === "set" ? [`An administrator rated this tool ${row.ratedRisk} of 5. Before that:`] : []),
    ...reasons,
  ];
}
