import { displayText, ROLES, type Member, type Role } from "@countersign/protocol";
import { Button, NativeSelect } from "@mantine/core";
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
  return (
    <li>
      <article className={classes.card} aria-label={name}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={member.name} newlines="mark" />
            {isMe && " (you)"}
          </h2>
          <NativeSelect
            size="xs"
            aria-label={`Role of ${name}`}
            value={member.role}
            disabled={isSending}
            onChange={({ currentTarget }) => onRole(currentTarget.value as Role)}
            data={ROLES.map((role) => ({ value: role, label: roleWords(role).label }))}
          />
        </div>
        <dl className={classes.facts}>
          <Fact name="E-mail">
            <VisibleText text={member.email} newlines="mark" />
          </Fact>
          {member.teams.length > 0 && <Fact name="Teams">{member.teams.join(", ")}</Fact>}
          <Fact name="Joined">
            <Moment at={member.createdAt} />
          </Fact>
          {member.breakGlass && (
            <Fact name="In an emergency">
              {member.mayBreakGlass ? "may break the glass" : "will be able to break the glass"}
            </Fact>
          )}
          {member.countsFrom !== null && (
            <Fact name="Approval rules count the last change">
              from <Moment at={member.countsFrom} />
            </Fact>
          )}
        </dl>
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" aria-label={`Teams of ${name}`} onClick={onTeams}>
            Teams…
          </Button>
          {member.role !== "viewer" && (
            <Button size="compact-sm" variant="default" aria-label={`Emergency right of ${name}`} onClick={onGlass}>
              Emergency right…
            </Button>
          )}
          {!isMe && (
            <Button size="compact-sm" variant="default" aria-label={`New sign-in link for ${name}`} onClick={onLink}>
              New sign-in link…
            </Button>
          )}
          <CardAction verb="Remove" name={name} asks onClick={onRemove} />
        </div>
      </article>
    </li>
  );
}
