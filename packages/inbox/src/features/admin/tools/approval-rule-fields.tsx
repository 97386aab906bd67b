import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { ApproverLines } from "./approver-lines.tsx";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";

/** Edits whose approvals a call needs, one line for each. */
export function ApprovalRuleFields({ draft, faults, onChange }: ToolFieldProps) {
  const { ruleOf } = draft;
  return (
    <Stack gap={10}>
      <NativeSelect
        label="Approvals needed"
        error={faults.get("approvalRule")}
        value={draft.ruleNeeds}
        data={[
          { value: "", label: "One, as said below" },
          { value: "any_of", label: "One of these" },
          { value: "n_of", label: "Several of these" },
          { value: "all_of", label: "One for each line, each another person" },
        ]}
        onChange={({ currentTarget }) => {
          const ruleNeeds = currentTarget.value as ToolDraft["ruleNeeds"];
          onChange({ ruleNeeds, ...(ruleOf.length === 0 ? { ruleOf: ["role:approver"] } : {}) });
        }}
      />
      {draft.ruleNeeds === "n_of" && (
        <TextInput
          label="How many people"
          inputMode="numeric"
          error={faults.get("ruleN")}
          value={draft.ruleN}
          onChange={({ currentTarget }) => onChange({ ruleN: currentTarget.value })}
        />
      )}
      {draft.ruleNeeds !== "" && (
        <>
          <ApproverLines
            label="Whose approval"
            lines={ruleOf}
            fault={faults.get("ruleOf")}
            onChange={(lines) => onChange({ ruleOf: lines })}
          />
          <Checkbox
            label="Who edited it last does not approve it"
            checked={draft.notLastEditor}
            onChange={({ currentTarget }) => onChange({ notLastEditor: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
