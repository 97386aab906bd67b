import { displayText, type Agent } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { count } from "../../../strings/count.ts";
import { Moment } from "../../../ui/moment.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  agent: Agent;
  onOpen: (as: AgentTask) => void;
}

export type AgentTask = "edit" | "chat" | "connect" | "revoke";

const BUTTONS = [
  { as: "edit", label: "Edit…", does: "Edit" },
  { as: "chat", label: "Chat…", does: "Set up the chat with" },
  { as: "connect", label: "Connect a client…", does: "Connect a client as" },
  { as: "revoke", label: "Revoke…", does: "Revoke" },
] as const;

export function AgentCard({ agent, onOpen }: Props) {
  const { id, name, groups, inClient, maxRisk, privateSessions, createdAt, lastUsedAt, revokedAt, pending } = agent;
  const shown = displayText(name, { newlines: "mark" });
  return (
    <li>
      <article className={classes.card} aria-label={`Agent ${shown}`} data-off={revokedAt !== null || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            {pending > 0 && (
              <TextLink to="/" search={{ agent: id }}>
                {count(pending, "action")} waiting
              </TextLink>
            )}
            <TextLink to="/" search={{ status: "all", agent: id }} aria-label={`All actions of ${shown}`}>
              All actions
            </TextLink>
            {revokedAt === null ? (
              <StateBadge tone="good" label="In use" />
            ) : (
              <>
                <StateBadge tone="quiet" label="Revoked" /> <Moment at={revokedAt} />
              </>
            )}
          </span>
        </div>
        <dl className={classes.facts}>
          <Fact name="Groups">
            {groups.length === 0 ? "none: it sees no tool" : <VisibleText text={groups.join(", ")} newlines="mark" />}
          </Fact>
          <Fact name="Cap">{maxRisk === null ? "none" : `up to risk ${maxRisk}`}</Fact>
          <Fact name="In-client approval">{inClient ? "on" : "off"}</Fact>
          {privateSessions && <Fact name="Sessions">private</Fact>}
          <Fact name="Last used">{lastUsedAt === null ? "never" : <Moment at={lastUsedAt} />}</Fact>
          <Fact name="Made">
            <Moment at={createdAt} />
          </Fact>
        </dl>
        {revokedAt === null && (
          <div className={classes.buttons}>
            {BUTTONS.map(({ as, label, does }) => (
              <Button key={as} size="compact-sm" variant="default" aria-label={`${does} ${shown}`} onClick={() => onOpen(as)}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </article>
    </li>
  );
}
