import { Checkbox, NativeSelect, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { displayText } from "@countersign/protocol";
import { membersQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { ApprovalRuleFields } from "./approval-rule-fields.tsx";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

/** Edits who may decide on the tool's calls, and whether they may at an agent's client. */
export function ApproverFields({ draft, faults, onChange }: ToolFieldProps) {
  const members = useQuery(membersQuery).data ?? [];
  const able = members.filter(({ role }) => role === "admin" || (role === "approver" && draft.approverRole !== "admin"));
  const { approverIds } = draft;
  const goneIds = approverIds.filter((id) => able.every(({ userId }) => userId !== id));
  const toggle = (userId: string, on: boolean): void =>
    onChange({ approverIds: on ? [...approverIds, userId] : approverIds.filter((id) => id !== userId) });
  const words = strings.approvers;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.title}</h2>
      <ApprovalRuleFields
        rule={draft.rule}
        none={words.oneAsBelow}
        faults={{ needs: faults.get("approvalRule"), n: faults.get("ruleN"), of: faults.get("ruleOf") }}
        onChange={(rule) => onChange({ rule })}
      />
      {draft.rule.needs === "" && (
        <>
          <NativeSelect
            label={words.role}
            error={faults.get("approverRole")}
            value={draft.approverRole}
            data={[
              { value: "", label: words.roles.everybody },
              { value: "approver", label: words.roles.approver },
              { value: "admin", label: words.roles.admin },
            ].filter(({ value }) => value !== "approver" || draft.approverRole === "approver")}
            onChange={({ currentTarget }) => onChange({ approverRole: currentTarget.value as ToolDraft["approverRole"] })}
          />
          <div role="group" aria-label={words.onlyThese}>
            <Text size="sm" fw={600}>
              {words.onlyThese}
            </Text>
            <p className={classes.muted}>{words.noneSelected}</p>
            <Stack gap={6} mt={6}>
              {able.map(({ userId, name }) => (
                <Checkbox
                  key={userId}
                  label={displayText(name, { newlines: "mark" })}
                  checked={approverIds.includes(userId)}
                  onChange={({ currentTarget }) => toggle(userId, currentTarget.checked)}
                />
              ))}
              {goneIds.map((id) => (
                <Checkbox
                  key={id}
                  label={words.mayNotDecide(displayText(members.find(({ userId }) => userId === id)?.name ?? id))}
                  checked
                  onChange={() => toggle(id, false)}
                />
              ))}
            </Stack>
            {faults.has("approverIds") && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
                {faults.get("approverIds")}
              </Text>
            )}
          </div>
        </>
      )}
      <AgentSideFields draft={draft} faults={faults} onChange={onChange} />
    </section>
  );
}

/** Whether the person at the agent's client, or the person for whom the agent acts, may approve. */
function AgentSideFields({ draft, faults, onChange }: Omit<ToolFieldProps, "tool">) {
  const words = strings.approvers;
  return (
    <>
      <NativeSelect
        label={words.inClient}
        description={words.inClientSays}
        error={faults.get("inClient")}
        value={draft.inClient}
        data={[
          { value: "", label: words.belowRisk },
          { value: "true", label: uiStrings.yes },
          { value: "false", label: words.onlySignedIn },
        ]}
        onChange={({ currentTarget }) => onChange({ inClient: currentTarget.value as ToolDraft["inClient"] })}
      />
      <Switch
        label={words.needsSecondPerson}
        description={words.needsSecondPersonSays}
        error={faults.get("needsSecondPerson")}
        checked={draft.needsSecondPerson}
        onChange={({ currentTarget }) => onChange({ needsSecondPerson: currentTarget.checked })}
      />
    </>
  );
}
