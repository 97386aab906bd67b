import type {
  AfterReject,
  Approval,
  ApprovalRule,
  Approver,
  GroupApproval,
  Risk,
  Tool,
  ToolSettings,
} from "@countersign/protocol";

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
  /** `""` means that one approval is enough. */
  ruleNeeds: "" | ApprovalRule["needs"];
  ruleN: string;
  /** Each is `role:admin`, `role:approver`, or `user:` and an id. */
  ruleOf: readonly string[];
  notLastEditor: boolean;
  remindAfterSeconds: string;
  escalateAfterSeconds: string;
  /** Same format as `ruleOf`. */
  escalateTo: readonly string[];
  lifetimeSeconds: string;
  delivery: "" | "queue" | "wait";
  waitSeconds: string;
  onWaitEnd: "" | "park" | "expire";
  inClient: "" | "true" | "false";
  afterReject: AfterReject;
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
  ruleNeeds: tool.approvalRule?.needs ?? "",
  ruleN: textOf(tool.approvalRule?.n ?? null) || "2",
  ruleOf: linesOf(tool.approvalRule?.of ?? []),
  notLastEditor: tool.approvalRule?.notLastEditor ?? false,
  remindAfterSeconds: textOf(tool.remindAfterSeconds ?? null),
  escalateAfterSeconds: textOf(tool.escalateAfterSeconds ?? null),
  escalateTo: linesOf(tool.escalateTo ?? []),
  lifetimeSeconds: textOf(tool.lifetimeSeconds),
  delivery: tool.delivery ?? "",
  waitSeconds: textOf(tool.waitSeconds),
  onWaitEnd: tool.onWaitEnd ?? "",
  inClient: tool.inClient === null ? "" : `${tool.inClient}`,
  afterReject: tool.afterReject,
});

const linesOf = (list: readonly Approver[]): string[] =>
  list.map((one) => ("user" in one ? `user:${one.user}` : "team" in one ? `team:${one.team}` : `role:${one.role}`));

const approversOf = (lines: readonly string[]): Approver[] =>
  lines.map((one) =>
    one.startsWith("user:")
      ? { user: one.slice(5) }
      : one.startsWith("team:")
        ? { team: one.slice(5) }
        : { role: one === "role:admin" ? "admin" : "approver" },
  );

const textOf = (value: number | null): string => (value === null ? "" : String(value));

/** Fields in which a person types a number. */
const NUMBERS = ["lifetimeSeconds", "waitSeconds", "remindAfterSeconds", "escalateAfterSeconds"] as const;

type ReadSettings = { ok: true; settings: ToolSettings } | { ok: false; faults: ReadonlyMap<string, string> };

/** Returns only settings that differ from when the form was opened, so that other people's changes are not reverted. */
export function readToolDraft(draft: ToolDraft, base: ToolDraft): ReadSettings {
  const faults = new Map<string, string>();
  for (const name of NUMBERS) {
    if (draft[name] !== "" && !/^\d{1,9}$/.test(draft[name].trim())) faults.set(name, "Write a whole number of seconds.");
  }
  if (draft.approval === "when" && draft.approvalWhen.trim() === "") faults.set("approvalWhen", "Say for which calls it asks.");
  if (draft.ruleNeeds === "n_of" && !/^(1?[1-9]|[12]0)$/.test(draft.ruleN.trim())) faults.set("ruleN", "Write 1 to 20.");
  if (draft.ruleNeeds !== "" && draft.ruleOf.length === 0) faults.set("ruleOf", "Say whose approval it takes.");
  if (draft.groups.length === 0) faults.set("groups", "A tool is in at least one group; disable it to take it from everybody.");
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
  approverRole: draft.ruleNeeds === "" ? draft.approverRole || null : null,
  approverIds: draft.ruleNeeds === "" ? [...draft.approverIds] : [],
  approvalRule: draft.ruleNeeds === "" ? null : ruleOf(draft, draft.ruleNeeds),
  remindAfterSeconds: numberOf(draft.remindAfterSeconds),
  escalateAfterSeconds: numberOf(draft.escalateAfterSeconds),
  escalateTo: draft.escalateTo.length === 0 ? null : approversOf(draft.escalateTo),
  lifetimeSeconds: numberOf(draft.lifetimeSeconds),
  delivery: draft.delivery || null,
  waitSeconds: numberOf(draft.waitSeconds),
  onWaitEnd: draft.onWaitEnd || null,
  inClient: draft.inClient === "" ? null : draft.inClient === "true",
  afterReject: draft.afterReject,
});

const ruleOf = ({ ruleN, ruleOf: lines, notLastEditor }: ToolDraft, needs: ApprovalRule["needs"]): ApprovalRule => ({
  needs,
  ...(needs === "n_of" ? { n: Number(ruleN) } : {}),
  of: approversOf(lines),
  ...(notLastEditor ? { notLastEditor } : {}),
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
  "remindAfterSeconds",
  "escalateAfterSeconds",
  "escalateTo",
  "lifetimeSeconds",
  "delivery",
  "waitSeconds",
  "onWaitEnd",
  "inClient",
  "afterReject",
];

/** Props of every part of the form. */
export interface ToolFieldProps {
  tool: Tool;
  draft: ToolDraft;
  /** Error messages by field. */
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<ToolDraft>) => void;
}

export const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };
