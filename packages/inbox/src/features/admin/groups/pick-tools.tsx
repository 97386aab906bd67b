import { displayText, GROUP_APPROVALS, type GroupApproval } from "@countersign/protocol";
import { Checkbox, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toolsQuery } from "../../../api/admin-queries.ts";
import { count } from "../../../strings/count.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { GROUP_APPROVAL_WORDS } from "../shared/admin-words.ts";
import { Loaded } from "../shared/loaded.tsx";
import classes from "./pick-tools.module.css";

interface Props {
  chosen: ReadonlyMap<string, GroupApproval | null>;
  onChange: (chosen: ReadonlyMap<string, GroupApproval | null>) => void;
}

export function PickTools({ chosen, onChange }: Props) {
  const tools = useQuery(toolsQuery);
  const [q, setQ] = useState("");
  const wanted = q.toLowerCase();
  const set = (name: string, approval: GroupApproval | null | undefined): void => {
    const next = new Map(chosen);
    if (approval === undefined) next.delete(name);
    else next.set(name, approval);
    onChange(next);
  };
  return (
    <div role="group" aria-label="Tools of the group">
      <Text size="sm" fw={600} mb={4}>
        {count(chosen.size, "tool")} chosen
      </Text>
      <SearchField label="Name of a tool" text={q} onChange={setQ} />
      <Loaded query={tools} what="The tools">
        {(rows) => (
          <ul className={classes.list} tabIndex={0} aria-label="Tools">
            {rows
              .filter(({ name }) => name.toLowerCase().includes(wanted))
              .map(({ name }) => {
                const shown = displayText(name, { newlines: "mark" });
                return (
                  <li key={name} className={classes.tool}>
                    <Checkbox
                      size="xs"
                      label={shown}
                      checked={chosen.has(name)}
                      onChange={({ currentTarget }) => set(name, currentTarget.checked ? null : undefined)}
                    />
                    {chosen.has(name) && (
                      <NativeSelect
                        size="xs"
                        aria-label={`Approval of ${shown} in this group`}
                        value={chosen.get(name) ?? ""}
                        data={[
                          { value: "", label: "as the tool says" },
                          ...GROUP_APPROVALS.map((value) => ({ value, label: GROUP_APPROVAL_WORDS[value] })),
                        ]}
                        onChange={({ currentTarget }) => set(name, (currentTarget.value || null) as GroupApproval | null)}
                      />
                    )}
                  </li>
                );
              })}
          </ul>
        )}
      </Loaded>
    </div>
  );
}
