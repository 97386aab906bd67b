import type { Member, Role } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "../../../api/admin-queries.ts";
import { teamsIn } from "../shared/teams-in.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/people.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { AddPerson } from "./add-person.tsx";
import { EditTeams } from "./edit-teams.tsx";
import { ConfirmPerson, type PersonChange } from "./confirm-person.tsx";
import { NewApproverWait } from "./new-approver-wait.tsx";
import { NewLink } from "./new-link.tsx";
import { PersonCard } from "./person-card.tsx";
import classes from "../shared/admin.module.css";

/** Lists the members of the workspace and what each may do. */
export function PeoplePage() {
  const members = useQuery(membersQuery);
  const change = useChange(keys.members, keys.me);
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<PersonChange | null>(null);
  const [linkFor, setLinkFor] = useState<Member | null>(null);
  const [teamsOf, setTeamsOf] = useState<string | null>(null);
  const inTeams = members.data?.find(({ userId }) => userId === teamsOf);
  const myId = useMe()?.principal.id;
  const setRole = (member: Member, role: Role): void => {
    change.reset();
    setAsked({ kind: "role", member, role });
  };

  return (
    <>
      <PageHead title={strings.title} says={strings.says}>
        <Button onClick={() => setAdding(true)}>{strings.add}</Button>
      </PageHead>
      {change.error && asked === null && (
        <Notice tone="error" title={strings.roleNotChanged}>
          {change.error.message}
        </Notice>
      )}
      <Loaded query={members} what={strings.everybody}>
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((member) => (
              <PersonCard
                key={member.userId}
                member={member}
                isMe={member.userId === myId}
                isSending={change.isPending}
                onRole={(role) => setRole(member, role)}
                onTeams={() => setTeamsOf(member.userId)}
                onGlass={() => {
                  change.reset();
                  setAsked({ kind: "glass", member });
                }}
                onLink={() => setLinkFor(member)}
                onRemove={() => {
                  change.reset();
                  setAsked({ kind: "remove", member });
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <NewApproverWait />
      {adding && <AddPerson onClose={() => setAdding(false)} />}
      {inTeams && <EditTeams member={inTeams} teams={teamsIn(members.data ?? [])} onClose={() => setTeamsOf(null)} />}
      {linkFor && <NewLink member={linkFor} onClose={() => setLinkFor(null)} />}
      {asked && (
        <ConfirmPerson asked={asked} change={change} isMe={asked.member.userId === myId} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
