import type { Member } from "@countersign/protocol";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

interface Props {
  member: Member;
  /** Names of all teams of the workspace. */
  teams: readonly string[];
  onClose: () => void;
}

/** Dialog that edits the teams of one person. A team exists as long as it has a member. */
export function EditTeams({ member, teams, onClose }: Props) {
  const change = useConfirmed(useChange<Member>(keys.members), onClose);
  /** What the person ticked and unticked, so that teams that somebody else changes meanwhile stay as they are. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [added, setAdded] = useState("");
  const known = [...new Set([...teams, ...member.teams])].sort();
  const chosen = known.filter((team) => changed.get(team) ?? member.teams.includes(team));
  const value = added.trim() === "" ? chosen : [...chosen, added.trim()];
  const faults = fieldFaults(change.error?.problem, ["teams"]);
  const connections = useQuery(connectionsQuery);
  const scheduled = (connections.data ?? []).flatMap(({ onCall, settings }) =>
    onCall === null ? [] : [settings["onCallTeam"]],
  );
  const words = strings.teams;
  return (
    <>
      <Dialog onClose={onClose} title={words.title(<VisibleText text={member.name} newlines="mark" />)}>
        <DialogForm
          error={change.error}
          faults={faults}
          failed={words.failed}
          verb={words.save}
          isSending={change.isSending}
          onSubmit={() => change.send({ method: "PUT", path: pathOf("members", member.userId), body: { teams: value } })}
          onClose={onClose}
        >
          {known.length > 0 && (
            <Checkbox.Group
              label={words.label}
              value={chosen}
              onChange={(now) =>
                setChanged((was) => {
                  const toggled = known.filter((team) => now.includes(team) !== chosen.includes(team));
                  return new Map([...was, ...toggled.map((team) => [team, now.includes(team)] as const)]);
                })
              }
            >
              <Stack gap={6} mt={6}>
                {known.map((team) => (
                  <Checkbox
                    key={team}
                    value={team}
                    label={team}
                    {...(scheduled.includes(team) && { disabled: true, description: words.scheduled })}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <TextInput
            label={words.newTeam}
            description={words.newTeamSays}
            data-autofocus
            error={faults.get("teams")}
            value={added}
            onChange={({ currentTarget }) => setAdded(currentTarget.value)}
          />
        </DialogForm>
      </Dialog>
      <LoweredDialog change={change} title={words.addToTeam} verb={words.add} />
    </>
  );
}
