import type { AfterReject, Approval, GroupApproval, Risk, Tool, ToolSettings } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";
import { faultOfReasons, reasonsIn } from "./reasons-draft.ts";
import { draftOfRouting, faultsOfRouting, routingOf, type RoutingDraft } from "./routing-draft.ts";
import { approversOf, draftOfRule, faultsOfRule, linesOf, ruleOf, type RuleDraft } from "./rule-draft.ts";

/** Settings of a tool as the form holds them: text where a person types, `""` for unset values. */
export interface ToolDraft {
  enabled: boolean;
  approval: Approval;
  approvalWhen: string;
  alias: string;
  descriptionOverride: string;
  promptTemplate: string;
  /** `""` uses the scored risk. */
  risk: "" | `${Risk}`;
  groups: readonly { group: string; approval: GroupApproval | null }[];
  approverRole: "" | "approver" | "admin";
  approverIds: readonly string[];
  /** `needs` is empty where one approval is enough. */
  rule: RuleDraft;
  routingRules: readonly RoutingDraft[];
  remindAfterSeconds: string;
  escalateAfterSeconds: string;
  /** Same format as `RuleDraft.of`. */
  escalateTo: readonly string[];
  lifetimeSeconds: string;
  delivery: "" | "queue" | "wait";
  waitSeconds: string;
  onWaitEnd: "" | "park" | "expire";
  inClient: "" | "true" | "false";
  needsSecondPerson: boolean;
  afterReject: AfterReject;
  /** One per line. */
  rejectReasons: string;
}

export const draftOfTool = (tool: Tool): ToolDraft => ({
  enabled: tool.enabled,
  approval: tool.approval,
  approvalWhen: tool.approvalWhen ?? "",
  alias: tool.alias ?? "",
  descriptionOverride: tool.descriptionOverride ?? "",
  promptTemplate: tool.promptTemplate ?? "",
  risk: tool.riskSource === "set" && tool.ratedRisk !== null ? `${tool.ratedRisk}` : "",
  groups: tool.groups,
  approverRole: tool.approverRole ?? "",
  approverIds: tool.approverIds,
  rule: draftOfRule(tool.approvalRule),
  routingRules: tool.routingRules.map(draftOfRouting),
  remindAfterSeconds: textOf(tool.remindAfterSeconds ?? null),
  escalateAfterSeconds: textOf(tool.escalateAfterSeconds ?? null),
  escalateTo: linesOf(tool.escalateTo ?? []),
  lifetimeSeconds: textOf(tool.lifetimeSeconds),
  delivery: tool.delivery ?? "",
  waitSeconds: textOf(tool.waitSeconds),
  onWaitEnd: tool.onWaitEnd ?? "",
  inClient: tool.inClient === null ? "" : `${tool.inClient}`,
  needsSecondPerson: tool.needsSecondPerson,
  afterReject: tool.afterReject,
  rejectReasons: tool.rejectReasons.join("\n"),
});

const textOf = (value: number | null): string => (value === null ? "" : String(value));

/** Fields in which a person types a number. */
const NUMBERS = ["lifetimeSeconds", "waitSeconds", "remindAfterSeconds", "escalateAfterSeconds"] as const;

type ReadSettings = { ok: true; settings: ToolSettings } | { ok: false; faults: ReadonlyMap<string, string> };

/** Returns only settings that differ from when the form was opened, so that other people's changes are not reverted. */
export function readToolDraft(draft: ToolDraft, base: ToolDraft): ReadSettings {
  const faults = new Map<string, string>();
  const words = strings.faults;
  for (const name of NUMBERS) {
    if (draft[name] !== "" && !/^\d{1,9}$/.test(draft[name].trim())) faults.set(name, words.wholeSeconds);
  }
  if (draft.approval === "when" && draft.approvalWhen.trim() === "") faults.set("approvalWhen", words.forWhichCalls);
  const { n, of } = faultsOfRule(draft.rule);
  if (n !== undefined) faults.set("ruleN", n);
  if (of !== undefined) faults.set("ruleOf", of);
  for (const [field, message] of faultsOfRouting(draft.routingRules)) faults.set(field, message);
  const reasons = faultOfReasons(draft.rejectReasons);
  if (reasons !== undefined) faults.set("rejectReasons", reasons);
  if (draft.groups.length === 0) faults.set("groups", words.noGroup);
  if (faults.size > 0) return { ok: false, faults };
  const now = wireOf(draft);
  const before = wireOf(base);
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  return { ok: true, settings: Object.fromEntries(changed) };
}

const wireOf = (draft: ToolDraft) => ({
  enabled: draft.enabled,
  approval: draft.approval,
  // Kept for later use while `approval` is not `when`, unless the person cleared it.
  approvalWhen: draft.approvalWhen.trim() || null,
  alias: draft.alias.trim() || null,
  descriptionOverride: draft.descriptionOverride || null,
  promptTemplate: draft.promptTemplate || null,
  risk: draft.risk === "" ? null : (Number(draft.risk) as Risk),
  groups: draft.groups.map(({ group, approval }) => ({ group, approval })),
  // An approval rule replaces the role and the list of approvers.
  approverRole: draft.rule.needs === "" ? draft.approverRole || null : null,
  approverIds: draft.rule.needs === "" ? [...draft.approverIds] : [],
  approvalRule: ruleOf(draft.rule),
  routingRules: draft.routingRules.map(routingOf),
  remindAfterSeconds: numberOf(draft.remindAfterSeconds),
  escalateAfterSeconds: numberOf(draft.escalateAfterSeconds),
  escalateTo: draft.escalateTo.length === 0 ? null : approversOf(draft.escalateTo),
  lifetimeSeconds: numberOf(draft.lifetimeSeconds),
  delivery: draft.delivery || null,
  waitSeconds: numberOf(draft.waitSeconds),
  onWaitEnd: draft.onWaitEnd || null,
  inClient: draft.inClient === "" ? null : draft.inClient === "true",
  needsSecondPerson: draft.needsSecondPerson,
  afterReject: draft.afterReject,
  rejectReasons: reasonsIn(draft.rejectReasons),
});

const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Request fields that have an input in the form. */
export const TOOL_FIELDS: readonly (keyof ToolDraft | "approvalRule")[] = [
  "enabled",
  "approval",
  "approvalWhen",
  "alias",
  "descriptionOverride",
  "promptTemplate",
  "risk",
  "groups",
  "approverRole",
  "approverIds",
  "approvalRule",
  "routingRules",
  "remindAfterSeconds",
  "escalateAfterSeconds",
  "escalateTo",
  "lifetimeSeconds",
  "delivery",
  "waitSeconds",
  "onWaitEnd",
  "inClient",
  "needsSecondPerson",
  "afterReject",
  "rejectReasons",
];

/** Props of every part of the form. */
export interface ToolFieldProps {
  tool: Tool;
  draft: ToolDraft;
  /** Error messages by field. */
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<ToolDraft>) => void;
}
