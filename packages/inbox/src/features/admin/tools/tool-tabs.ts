import type { ToolDraft } from "./tool-draft.ts";

/** Tabs of a tool's drawer, in their order. */
export const TOOL_TABS = ["approval", "routing", "limits", "access", "texts", "definition"] as const;
export type ToolTab = (typeof TOOL_TABS)[number];

export const isToolTab = (value: string | null | undefined): value is ToolTab => TOOL_TABS.some((tab) => tab === value);

type Field = keyof ToolDraft | "approvalRule" | "ruleN" | "ruleOf";

const TAB_OF: Record<Field, ToolTab> = {
  approval: "approval",
  approvalWhen: "approval",
  afterReject: "approval",
  rule: "approval",
  approvalRule: "approval",
  ruleN: "approval",
  ruleOf: "approval",
  approverRole: "approval",
  approverIds: "approval",
  inClient: "approval",
  needsSecondPerson: "approval",
  risk: "approval",
  routingRules: "routing",
  lifetimeSeconds: "limits",
  delivery: "limits",
  waitSeconds: "limits",
  onWaitEnd: "limits",
  remindAfterSeconds: "limits",
  escalateAfterSeconds: "limits",
  escalateTo: "limits",
  enabled: "access",
  groups: "access",
  alias: "texts",
  descriptionOverride: "texts",
  promptTemplate: "texts",
  rejectReasons: "texts",
};

/** Returns the tabs that have these fields; a field may be deeper, such as `routingRules/0/name`. */
export function tabsOf(fields: Iterable<string>): ReadonlySet<ToolTab> {
  const tabs = new Set<ToolTab>();
  for (const field of fields) {
    const tab = TAB_OF[field.split("/")[0] as Field] as ToolTab | undefined;
    if (tab !== undefined) tabs.add(tab);
  }
  return tabs;
}

/** Returns the fields in which two drafts differ. */
export const changedFields = (draft: ToolDraft, base: ToolDraft): string[] =>
  (Object.keys(draft) as (keyof ToolDraft)[]).filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(base[name]));
