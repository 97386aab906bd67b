import { AFTER_REJECT, APPROVALS, type AfterReject, type Approval } from "@countersign/protocol";
import { NativeSelect, Radio, Stack } from "@mantine/core";
import { ConditionField } from "../condition/condition-field.tsx";
import { strings } from "../../../strings/tools.tsx";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

export function ApprovalFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const words = strings.approval;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.whenAsked}</h2>
      <Radio.Group
        aria-label={words.whenAsked}
        value={draft.approval}
        error={faults.get("approval")}
        onChange={(next) => onChange({ approval: next as Approval })}
      >
        <Stack gap={6}>
          {APPROVALS.map((value) => (
            <Radio key={value} value={value} label={words.choices[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.approval === "when" && (
        <ConditionField
          label={words.when}
          inputSchema={tool.inputSchema}
          description={words.expression(<code>{"args.amount > 100"}</code>, <code>{'args.path.startsWith("prod/")'}</code>)}
          error={faults.get("approvalWhen")}
          value={draft.approvalWhen}
          onChange={(approvalWhen) => onChange({ approvalWhen })}
        />
      )}
      {draft.approval !== "never" && (
        <NativeSelect
          label={words.afterRejection}
          description={words.inSameSession}
          error={faults.get("afterReject")}
          value={draft.afterReject}
          data={AFTER_REJECT.toReversed().map((value) => ({ value, label: words.afterReject[value] }))}
          onChange={({ currentTarget }) => onChange({ afterReject: currentTarget.value as AfterReject })}
        />
      )}
    </section>
  );
}
