import { displayText, type Agent } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { apiKeysQuery, membersQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { KeyTasks } from "../shared/key-tasks.tsx";
import { ExpiryBadge, LimitFacts } from "../shared/limit-facts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  agent: Agent;
  onOpen: (as: AgentTask) => void;
}

export type AgentTask = "edit" | "chat" | "connect" | "revoke";

const TASKS = ["edit", "chat", "connect", "revoke"] as const satisfies readonly AgentTask[];

export function AgentCard({ agent, onOpen }: Props) {
  const { id, name, groups, inClient, maxRisk, privateSessions, createdAt, lastUsedAt, revokedAt, pending } = agent;
  const { actsFor, selfConfirmMaxRisk, oauthClientId } = agent;
  const person = useQuery({ ...membersQuery, enabled: actsFor !== null }).data?.find(({ userId }) => userId === actsFor)?.name;
  const key = useQuery(apiKeysQuery).data?.find((one) => one.id === id && oauthClientId === null && revokedAt === null);
  // The client of an agent that signs in by OAuth is connected already, and has no key.
  const tasks = TASKS.filter((as) => as !== "connect" || oauthClientId === null);
  const shown = displayText(name, { newlines: "mark" });
  const words = strings.card;
  return (
    <li>
      <article className={classes.card} aria-label={words.label(shown)} data-off={revokedAt !== null || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            {pending > 0 && (
              <TextLink to="/" search={{ agent: id }}>
                {words.waiting(pending)}
              </TextLink>
            )}
            <TextLink to="/" search={{ status: "all", agent: id }} aria-label={words.allActionsOf(shown)}>
              {words.allActions}
            </TextLink>
            {key && <ExpiryBadge apiKey={key} />}
            {revokedAt === null ? (
              <StateBadge tone="good" label={words.inUse} />
            ) : (
              <>
                <StateBadge tone="quiet" label={words.revoked} /> <Moment at={revokedAt} />
              </>
            )}
          </span>
        </div>
        <dl className={classes.facts}>
          <Fact name={words.groups}>
            {groups.length === 0 ? words.noGroups : <VisibleText text={groups.join(", ")} newlines="mark" />}
          </Fact>
          <Fact name={words.cap}>{maxRisk === null ? words.noCap : words.upToRisk(maxRisk)}</Fact>
          {selfConfirmMaxRisk !== null && <Fact name={words.selfConfirm}>{words.upToRisk(selfConfirmMaxRisk)}</Fact>}
          <Fact name={words.inClient}>{inClient ? words.on : words.off}</Fact>
          {actsFor !== null && (
            <Fact name={words.actsFor}>
              <VisibleText text={person ?? words.formerMember} newlines="mark" />
            </Fact>
          )}
          {oauthClientId !== null && <Fact name={words.connection}>{words.byOAuth}</Fact>}
          {privateSessions && <Fact name={words.sessions}>{words.privateSessions}</Fact>}
          <Fact name={words.lastUsed}>{lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />}</Fact>
          <Fact name={words.made}>
            <Moment at={createdAt} />
          </Fact>
          {key && <LimitFacts apiKey={key} />}
        </dl>
        {revokedAt === null && (
          <div className={classes.buttons}>
            {tasks.map((as) => (
              <Button
                key={as}
                size="compact-sm"
                variant="default"
                aria-label={strings.tasks[as].label(shown)}
                onClick={() => onOpen(as)}
              >
                {strings.tasks[as].button}
              </Button>
            ))}
            {key && <KeyTasks apiKey={key} />}
          </div>
        )}
      </article>
    </li>
  );
}
