import { displayText, GROUP_APPROVALS, type GroupApproval } from "@countersign/protocol";
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { groupsQuery } from "../../../api/admin-queries.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
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
  const words = strings.groups;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.title}</h2>
      <p className={classes.muted}>{words.says}</p>
      <div>
        {groups.map(({ group, approval }, index) => {
          const name = displayText(group, { newlines: "mark" });
          return (
            <div key={group} className={classes.group}>
              <VisibleText text={group} newlines="mark" />
              <NativeSelect
                size="xs"
                aria-label={words.approvalIn(name)}
                value={approval ?? ""}
                data={[
                  { value: "", label: adminStrings.asToolSays },
                  ...GROUP_APPROVALS.map((value) => ({ value, label: adminStrings.groupApproval[value] })),
                ]}
                onChange={({ currentTarget }) => set(index, (currentTarget.value || null) as GroupApproval | null)}
              />
              <ActionIcon
                variant="default"
                aria-label={words.takeOutOf(name)}
                title={words.takeOut}
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
          label={words.addGroup}
          placeholder={words.existingOrNew}
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
          {words.add}
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
