import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { displayText } from "@countersign/protocol";
import { membersQuery } from "../../../api/admin-queries.ts";
import type { FieldProps } from "./field-props.ts";
import type { ToolDraft } from "./tool-draft.ts";

const ROLES = [
  { value: "role:approver", label: "Anybody who may decide" },
  { value: "role:admin", label: "An administrator" },
];

/** Whose approvals it takes, one line for each. */
export function ApprovalRuleFields({ draft, faults, onChange }: FieldProps) {
  const members = useQuery(membersQuery).data ?? [];
  const { ruleOf } = draft;
  const able = members.filter(({ role }) => role !== "viewer");
  const gone = ruleOf.filter((one) => one.startsWith("user:") && able.every(({ userId }) => one !== `user:${userId}`));
  const options = [
    ...ROLES,
    ...able.map(({ userId, name }) => ({ value: `user:${userId}`, label: displayText(name, { newlines: "mark" }) })),
    ...gone.map((value) => ({ value, label: `${displayText(value.slice(5))}, who may not decide now` })),
  ];
  const put = (lines: readonly string[]): void => onChange({ ruleOf: lines });
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
          <Stack gap={6} role="group" aria-label="Whose approval">
            {ruleOf.map((value, at) => (
              // A line is nothing but its place: two may say the same.
              // oxlint-disable-next-line react/no-array-index-key
              <Group key={at} gap={6} wrap="nowrap">
                <NativeSelect
                  aria-label={`Line ${at + 1}`}
                  style={{ flex: 1 }}
                  value={value}
                  data={options}
                  onChange={({ currentTarget }) => put(ruleOf.map((one, n) => (n === at ? currentTarget.value : one)))}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove line ${at + 1}`}
                  onClick={() => put(ruleOf.filter((_, n) => n !== at))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
            {faults.has("ruleOf") && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {faults.get("ruleOf")}
              </Text>
            )}
          </Stack>
          <Group>
            <Button type="button" variant="default" size="xs" onClick={() => put([...ruleOf, "role:approver"])}>
              Add a line
            </Button>
          </Group>
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
