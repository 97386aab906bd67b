import { displayText, ROLES, type Member, type Role } from "@countersign/protocol";
import { Button, NativeSelect } from "@mantine/core";
import { strings } from "../../../strings/people.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { CardAction } from "../shared/card-actions.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import classes from "../shared/admin.module.css";

interface Props {
  member: Member;
  isMe: boolean;
  isSending: boolean;
  onRole: (role: Role) => void;
  onTeams: () => void;
  onGlass: () => void;
  onLink: () => void;
  onRemove: () => void;
}

export function PersonCard({ member, isMe, isSending, onRole, onTeams, onGlass, onLink, onRemove }: Props) {
  const name = displayText(member.name, { newlines: "mark" });
  const words = strings.card;
  return (
    <li>
      <article className={classes.card} aria-label={name}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={member.name} newlines="mark" />
            {isMe && ` ${words.isYou}`}
          </h2>
          <NativeSelect
            size="xs"
            aria-label={words.roleOf(name)}
            value={member.role}
            disabled={isSending || member.managedBy !== null}
            onChange={({ currentTarget }) => onRole(currentTarget.value as Role)}
            data={ROLES.map((role) => ({ value: role, label: roleWords(role).label }))}
          />
        </div>
        <dl className={classes.facts}>
          <Fact name={words.email}>
            <VisibleText text={member.email} newlines="mark" />
          </Fact>
          {member.managedBy !== null && (
            <Fact name={words.managed}>{words.managedBy(<VisibleText text={member.managedBy} newlines="mark" />)}</Fact>
          )}
          {member.teams.length > 0 && <Fact name={words.teams}>{member.teams.join(", ")}</Fact>}
          <Fact name={words.joined}>
            <Moment at={member.createdAt} />
          </Fact>
          {member.breakGlass && (
            <Fact name={words.emergency}>{member.mayBreakGlass ? words.mayBreakGlass : words.willBreakGlass}</Fact>
          )}
          {member.countsFrom !== null && (
            <Fact name={words.lastChange}>{words.countsFrom(<Moment at={member.countsFrom} />)}</Fact>
          )}
        </dl>
        <div className={classes.buttons}>
          {member.managedBy === null && (
            <Button size="compact-sm" variant="default" aria-label={words.teamsOf(name)} onClick={onTeams}>
              {words.editTeams}
            </Button>
          )}
          {member.role !== "viewer" && (
            <Button size="compact-sm" variant="default" aria-label={words.emergencyRightOf(name)} onClick={onGlass}>
              {words.emergencyRight}
            </Button>
          )}
          {!isMe && member.managedBy === null && (
            <Button size="compact-sm" variant="default" aria-label={words.newLinkFor(name)} onClick={onLink}>
              {words.newLink}
            </Button>
          )}
          <CardAction verb={uiStrings.remove} name={name} asks onClick={onRemove} />
        </div>
      </article>
    </li>
  );
}
