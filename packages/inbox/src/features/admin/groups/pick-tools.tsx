import { displayText, GROUP_APPROVALS, type GroupApproval } from "@countersign/protocol";
import { Checkbox, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toolsQuery } from "../../../api/admin-queries.ts";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/groups.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
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
  const words = strings.pickTools;
  return (
    <div role="group" aria-label={words.label}>
      <Text size="sm" fw={600} mb={4}>
        {words.chosen(chosen.size)}
      </Text>
      <SearchField label={words.search} text={q} onChange={setQ} />
      <Loaded query={tools} what={adminStrings.theTools}>
        {(rows) => (
          <ul className={classes.list} tabIndex={0} aria-label={words.tools}>
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
                        aria-label={words.approvalOf(shown)}
                        value={chosen.get(name) ?? ""}
                        data={[
                          { value: "", label: adminStrings.asToolSays },
                          ...GROUP_APPROVALS.map((value) => ({ value, label: adminStrings.groupApproval[value] })),
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
