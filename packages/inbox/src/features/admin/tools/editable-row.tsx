import { APPROVALS, displayText, type Approval, type Tool } from "@countersign/protocol";
import { ActionIcon, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { strings } from "../../../strings/tools.tsx";
import { monospace } from "../../../ui/monospace.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { AdminSearch } from "../../../page-search.ts";
import { takeOutOf, type Faults, type ListDraft } from "./list-edits.ts";
import { riskChoices } from "./risk-choices.ts";
import type { ToolDraft } from "./tool-draft.ts";
import classes from "./editable-list.module.css";

interface Props {
  tool: Tool;
  draft: ToolDraft;
  faults: Faults | undefined;
  isChanged: boolean;
  isTicked: boolean;
  search: AdminSearch;
  onTick: (isTicked: boolean) => void;
  onEdit: (part: (draft: ToolDraft) => Partial<ListDraft>) => void;
}

/** One tool of the list with its fields. */
export function EditableRow({ tool, draft, faults, isChanged, isTicked, search, onTick, onEdit }: Props) {
  const words = strings.editing;
  const name = displayText(tool.name, { newlines: "mark" });
  const other = [faults?.get(""), faults?.get("approvalWhen"), faults?.get("groups")].filter(Boolean).join(" ");
  return (
    <li className={classes.row} data-changed={isChanged || undefined}>
      <Checkbox
        className={classes.tick}
        aria-label={words.tick(name)}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <span className={classes.name}>
        <Link to="/admin/tools" search={{ ...search, open: tool.name }}>
          <VisibleText text={tool.name} newlines="mark" />
        </Link>
        {isChanged && <small>{words.isChanged}</small>}
      </span>
      <TextInput
        className={classes.alias}
        size="xs"
        label={strings.names.alias}
        aria-label={words.aliasOf(name)}
        placeholder={tool.name}
        styles={monospace}
        error={faults?.get("alias")}
        value={draft.alias}
        onChange={({ currentTarget: { value: alias } }) => onEdit(() => ({ alias }))}
      />
      <NativeSelect
        className={classes.approval}
        size="xs"
        label={strings.approval.title}
        aria-label={words.approvalOf(name)}
        error={faults?.get("approval")}
        value={draft.approval}
        data={APPROVALS.map((value) => ({
          value,
          label: strings.list.approval[value],
          // The condition is written on the tool's own page.
          disabled: value === "when" && draft.approvalWhen === "",
        }))}
        onChange={({ currentTarget }) => {
          const approval = currentTarget.value as Approval;
          onEdit(() => ({ approval }));
        }}
      />
      <NativeSelect
        size="xs"
        label={strings.risk.title}
        aria-label={words.riskOf(name)}
        error={faults?.get("risk")}
        value={draft.risk}
        data={riskChoices()}
        onChange={({ currentTarget }) => {
          const risk = currentTarget.value as ToolDraft["risk"];
          onEdit(() => ({ risk }));
        }}
      />
      <Groups tool={name} groups={draft.groups} onTakeOut={(group) => onEdit(takeOutOf(group))} />
      {other !== "" && (
        <p role="alert" className={classes.fault}>
          {other}
        </p>
      )}
    </li>
  );
}

interface GroupsProps {
  /** Name as shown. */
  tool: string;
  groups: ToolDraft["groups"];
  onTakeOut: (group: string) => void;
}

function Groups({ tool, groups, onTakeOut }: GroupsProps) {
  return (
    <ul className={classes.groups} aria-label={strings.editing.groupsOf(tool)}>
      {groups.map(({ group }) => (
        <li key={group}>
          <VisibleText text={group} newlines="mark" />
          <ActionIcon
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={strings.editing.takeToolOut(tool, displayText(group, { newlines: "mark" }))}
            onClick={() => onTakeOut(group)}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
