import { displayText, GROUP_APPROVALS, type GroupApproval } from "@countersign/protocol";
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { groupsQuery } from "../../../api/admin-queries.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { GROUP_APPROVAL_WORDS } from "../shared/admin-words.ts";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

/** Edits the tool's groups. For agents that have the tool through a group, the group may require more or less approval. */
export function GroupFields({ draft: { groups }, faults, onChange }: ToolFieldProps) {
  const known = useQuery(groupsQuery).data ?? [];
  const [added, setAdded] = useState("");
  const listId = useId();
  const set = (index: number, approval: GroupApproval | null): void =>
    onChange({ groups: groups.map((one, at) => (at === index ? { ...one, approval } : one)) });
  const add = (): void => {
    const group = added.trim();
    if (group === "" || groups.some((one) => one.group === group)) return;
    onChange({ groups: [...groups, { group, approval: null }] });
    setAdded("");
  };
  return (
    <section className={classes.part} aria-label="Groups">
      <h2 className={classes.partTitle}>Groups</h2>
      <p className={classes.muted}>Agents with one of these groups see the tool.</p>
      <div>
        {groups.map(({ group, approval }, index) => {
          const name = displayText(group, { newlines: "mark" });
          return (
            <div key={group} className={classes.group}>
              <VisibleText text={group} newlines="mark" />
              <NativeSelect
                size="xs"
                aria-label={`Approval in ${name}`}
                value={approval ?? ""}
                data={[
                  { value: "", label: "as the tool says" },
                  ...GROUP_APPROVALS.map((value) => ({ value, label: GROUP_APPROVAL_WORDS[value] })),
                ]}
                onChange={({ currentTarget }) => set(index, (currentTarget.value || null) as GroupApproval | null)}
              />
              <ActionIcon
                variant="default"
                aria-label={`Take it out of ${name}`}
                title="Take it out of this group"
                onClick={() => onChange({ groups: groups.filter((_one, at) => at !== index) })}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Group gap="xs" align="end">
        <TextInput
          size="xs"
          label="Add group"
          placeholder="A group that exists, or a new name"
          list={listId}
          value={added}
          onChange={({ currentTarget }) => setAdded(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={listId}>
          {known
            .filter(({ name }) => groups.every(({ group }) => group !== name))
            .map(({ name }) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <Button size="xs" variant="default" onClick={add}>
          Add
        </Button>
      </Group>
      {faults.has("groups") && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {faults.get("groups")}
        </Text>
      )}
    </section>
  );
}
