import type { Approval, Tool } from "@countersign/protocol";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { groupsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/tools.tsx";
import { addTo, takeOutOf, type ListDraft } from "./list-edits.ts";
import { riskChoices } from "./risk-choices.ts";
import type { ToolDraft } from "./tool-draft.ts";
import classes from "./editable-list.module.css";

interface Props {
  tools: readonly Tool[];
  onEdit: (part: (draft: ToolDraft) => Partial<ListDraft>) => void;
}

/** Sets one thing for all ticked tools. Nothing is stored before it is saved. */
export function SetForTicked({ tools, onEdit }: Props) {
  const words = strings.editing;
  const known = useQuery(groupsQuery).data ?? [];
  const listId = useId();
  const [typed, setTyped] = useState("");
  const group = typed.trim();
  const none = tools.length === 0;
  return (
    <>
      <SetSelect
        label={words.setApproval}
        disabled={none}
        choices={APPROVALS_TO_SET.map((value) => ({ value, label: strings.list.approval[value] }))}
        onSet={(approval) => onEdit(() => ({ approval }))}
      />
      <SetSelect label={words.setRisk} disabled={none} choices={riskChoices()} onSet={(risk) => onEdit(() => ({ risk }))} />
      <span className={classes.groupField}>
        <TextInput
          size="xs"
          aria-label={words.groupFor}
          placeholder={words.group}
          list={listId}
          disabled={none}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            // Enter must not save what has not been looked at.
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (group !== "") onEdit(addTo(group));
          }}
        />
        <datalist id={listId}>
          {known.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button size="xs" variant="default" disabled={none || group === ""} onClick={() => onEdit(addTo(group))}>
          {words.add}
        </Button>
        <Button size="xs" variant="default" disabled={none || group === ""} onClick={() => onEdit(takeOutOf(group))}>
          {words.takeOut}
        </Button>
      </span>
      <span className={classes.ticked}>{words.ticked(tools.length)}</span>
    </>
  );
}

/** A condition differs from tool to tool. */
const APPROVALS_TO_SET = ["required", "never"] as const satisfies Approval[];

interface SetSelectProps<V extends string> {
  label: string;
  disabled: boolean;
  choices: readonly { value: V; label: string }[];
  onSet: (value: V) => void;
}

/** Sets what is chosen, and shows its label again. */
function SetSelect<V extends string>({ label, disabled, choices, onSet }: SetSelectProps<V>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      disabled={disabled}
      value={UNSET}
      data={[{ value: UNSET, label }, ...choices]}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => value === currentTarget.value);
        if (chosen) onSet(chosen.value);
      }}
    />
  );
}

/** No choice has this value; a risk that is scored is `""`. */
const UNSET = "none";
