import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { ApproverLines } from "./approver-lines.tsx";
import type { RuleDraft } from "./rule-draft.ts";

interface Props {
  rule: RuleDraft;
  /** What the form says where there is no rule. */
  none: string;
  /** Error messages. */
  faults: { needs: string | undefined; n: string | undefined; of: string | undefined };
  onChange: (rule: RuleDraft) => void;
}

/** Edits whose approvals a call needs, one line for each. */
export function ApprovalRuleFields({ rule, none, faults, onChange }: Props) {
  const set = (part: Partial<RuleDraft>): void => onChange({ ...rule, ...part });
  return (
    <Stack gap={10}>
      <NativeSelect
        label="Approvals needed"
        error={faults.needs}
        value={rule.needs}
        data={[
          { value: "", label: none },
          { value: "any_of", label: "One of these" },
          { value: "n_of", label: "Several of these" },
          { value: "all_of", label: "One per line, all different people" },
        ]}
        onChange={({ currentTarget }) => {
          const needs = currentTarget.value as RuleDraft["needs"];
          set({ needs, ...(rule.of.length === 0 ? { of: ["role:approver"] } : {}) });
        }}
      />
      {rule.needs === "n_of" && (
        <TextInput
          label="How many people"
          inputMode="numeric"
          error={faults.n}
          value={rule.n}
          onChange={({ currentTarget }) => set({ n: currentTarget.value })}
        />
      )}
      {rule.needs !== "" && (
        <>
          <ApproverLines label="Whose approval" lines={rule.of} fault={faults.of} onChange={(of) => set({ of })} />
          <Checkbox
            label="Who edited it last does not approve it"
            checked={rule.notLastEditor}
            onChange={({ currentTarget }) => set({ notLastEditor: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
