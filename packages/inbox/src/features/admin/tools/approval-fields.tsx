import { AFTER_REJECT, APPROVALS, type AfterReject, type Approval } from "@countersign/protocol";
import { NativeSelect, Radio, Stack } from "@mantine/core";
import { ConditionField } from "../condition/condition-field.tsx";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

const SAYS = {
  required: "Require approval for every call",
  when: "Require approval when…",
  never: "Never require approval",
} as const satisfies Record<Approval, string>;

const AFTER_REJECT_SAYS = {
  pause: "Is refused; after three times the tool is paused",
  refuse: "Is refused with the person's reason",
  ask: "Asks a person again",
} as const satisfies Record<AfterReject, string>;

export function ApprovalFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  return (
    <section className={classes.part} aria-label="Approval">
      <h2 className={classes.partTitle}>Approval</h2>
      <Radio.Group
        aria-label="When a person is asked"
        value={draft.approval}
        error={faults.get("approval")}
        onChange={(next) => onChange({ approval: next as Approval })}
      >
        <Stack gap={6}>
          {APPROVALS.map((value) => (
            <Radio key={value} value={value} label={SAYS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.approval === "when" && (
        <ConditionField
          label="Require approval when"
          inputSchema={tool.inputSchema}
          description={
            <>
              A CEL expression on args, such as <code>args.amount &gt; 100</code> or{" "}
              <code>args.path.startsWith(&quot;prod/&quot;)</code>. Calls that it cannot judge require approval.
            </>
          }
          error={faults.get("approvalWhen")}
          value={draft.approvalWhen}
          onChange={(approvalWhen) => onChange({ approvalWhen })}
        />
      )}
      {draft.approval !== "never" && (
        <NativeSelect
          label="After a rejection"
          description="In the same mission or session"
          error={faults.get("afterReject")}
          value={draft.afterReject}
          data={AFTER_REJECT.toReversed().map((value) => ({ value, label: AFTER_REJECT_SAYS[value] }))}
          onChange={({ currentTarget }) => onChange({ afterReject: currentTarget.value as AfterReject })}
        />
      )}
    </section>
  );
}
