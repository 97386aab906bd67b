import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { strings } from "../../../strings/tools.tsx";
import { ApproverLines } from "./approver-lines.tsx";
import type { RuleDraft } from "./rule-draft.ts";

const NEEDS = ["any_of", "n_of", "all_of"] as const;

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
  const words = strings.approvalRule;
  return (
    <Stack gap={10}>
      <NativeSelect
        label={words.needed}
        error={faults.needs}
        value={rule.needs}
        data={[{ value: "", label: none }, ...NEEDS.map((value) => ({ value, label: words.needs[value] }))]}
        onChange={({ currentTarget }) => {
          const needs = currentTarget.value as RuleDraft["needs"];
          set({ needs, ...(rule.of.length === 0 ? { of: ["role:approver"] } : {}) });
        }}
      />
      {rule.needs === "n_of" && (
        <TextInput
          label={words.howMany}
          inputMode="numeric"
          error={faults.n}
          value={rule.n}
          onChange={({ currentTarget }) => set({ n: currentTarget.value })}
        />
      )}
      {rule.needs !== "" && (
        <>
          <ApproverLines label={words.whose} lines={rule.of} fault={faults.of} onChange={(of) => set({ of })} />
          <Checkbox
            label={words.notLastEditor}
            checked={rule.notLastEditor}
            onChange={({ currentTarget }) => set({ notLastEditor: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
