import type { ChangeGroup, Group, GroupApproval } from "@countersign/protocol";
import { Button, Group as Line, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/groups.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { PickTools } from "./pick-tools.tsx";

interface Props {
  /** Null for a new group. */
  group: Group | null;
  /** Group name from the URL; undefined if the URL did not open the dialog. */
  name?: string;
  onClose: () => void;
}

/** Edits the tools of a group, and the group's approval setting for each tool. */
export function GroupDialog({ group, name: opened, onClose }: Props) {
  const words = strings.dialog;
  const draft = useGroupDraft(group);
  const { base, name, body } = draft;
  const save = useConfirmed(useChange<Group>(keys.groups, keys.tools, keys.agents), onClose);
  const known = useQuery(groupsQuery).data ?? [];
  const isTaken = base === null && known.some((one) => one.name === name.trim());
  const faults = fieldFaults(save.error?.problem, ["name", "description", "tools"]);
  if (opened !== undefined && base === null) {
    return (
      <Dialog onClose={onClose} title={words.noSuchGroup} closesOutside>
        {words.noSuchGroupSays(<VisibleText text={opened} newlines="mark" />)}
      </Dialog>
    );
  }
  return (
    <>
      <Dialog
        onClose={onClose}
        size="lg"
        fillsPhone
        closeOnEscape={!save.asked}
        closeLabel={adminStrings.closeWithoutSaving}
        title={base === null ? words.createTitle : words.editTitle(<VisibleText text={base.name} newlines="mark" />)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isTaken) save.send({ method: "PUT", path: pathOf("groups", name.trim()), body });
          }}
        >
          <Stack gap="md">
            <GroupInputs draft={draft} isTaken={isTaken} faults={faults} />
            {save.error && (
              <Notice tone="error" title={adminStrings.nothingSaved}>
                {faults.get("tools") ?? faults.get("") ?? save.error.message}
              </Notice>
            )}
            <Line justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {uiStrings.cancel}
              </Button>
              <Button type="submit" loading={save.isSending}>
                {base === null ? words.create : uiStrings.save}
              </Button>
            </Line>
          </Stack>
        </form>
      </Dialog>
      <LoweredDialog change={save} />
    </>
  );
}

/** What is typed; `base` stays the group that the dialog was opened with. */
function useGroupDraft(group: Group | null) {
  const [base] = useState(group);
  const [name, setName] = useState(base?.name ?? "");
  const [description, setDescription] = useState(base?.description ?? "");
  const [tools, setTools] = useState<ReadonlyMap<string, GroupApproval | null>>(
    () => new Map(base?.tools.map((tool) => [tool.name, tool.approval])),
  );
  const body: ChangeGroup = {
    description: description.trim() === "" ? null : description,
    tools: [...tools].map(([tool, approval]) => ({ name: tool, approval })),
  };
  return { base, name, setName, description, setDescription, tools, setTools, body };
}

interface InputsProps {
  draft: ReturnType<typeof useGroupDraft>;
  isTaken: boolean;
  faults: ReadonlyMap<string, string>;
}

function GroupInputs({ draft, isTaken, faults }: InputsProps) {
  const words = strings.dialog;
  const { base, name, setName, description, setDescription, tools, setTools } = draft;
  return (
    <>
      {base === null && (
        <TextInput
          label={words.name}
          required
          withAsterisk={false}
          data-autofocus
          maxLength={100}
          error={isTaken ? words.taken : faults.get("name")}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <Textarea
        label={words.purpose}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1000}
        error={faults.get("description")}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <PickTools chosen={tools} onChange={setTools} />
    </>
  );
}
