import { displayText, type ChatSession } from "@countersign/protocol";
import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { chatAgentsQuery } from "../../api/chat-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/chat.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { usageWords } from "./chat-words.ts";
import { useSessionChange } from "./use-session-change.ts";
import classes from "./chat-header.module.css";

interface Props {
  session: ChatSession;
  isLive: boolean;
  /** Whether the reader is the owner, who alone changes the conversation. */
  isOwn: boolean;
}

/** Agent of a conversation, its pending actions, and its usage. */
export function ChatHeader({ session, isLive, isOwn }: Props) {
  const { agent, title, archivedAt, status, waiting } = session;
  const words = strings.header;
  const change = useSessionChange(session.id);
  const [renaming, setRenaming] = useState(false);
  const canDecide = mayDecide(useMe());
  const archived = archivedAt !== null;
  const shown = title || strings.newConversation;
  const archiving = archived ? words.restore : words.archive;
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <Link to="/chat" search={true} className={classes.back} aria-label={words.all}>
          <IconArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className={classes.title}>
          <VisibleText text={shown} newlines="mark" />
        </h1>
        {isOwn && (
          <span className={classes.tools}>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              aria-label={words.rename}
              title={words.rename}
              onClick={() => setRenaming(true)}
            >
              <IconPencil size={17} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              aria-label={archiving}
              title={archiving}
              loading={change.isPending}
              onClick={() => change.mutate({ archived: !archived })}
            >
              {archived ? <IconArchiveOff size={17} aria-hidden /> : <IconArchive size={17} aria-hidden />}
            </ActionIcon>
          </span>
        )}
      </div>
      <div className={classes.line}>
        {isOwn ? (
          <AgentChoice session={session} onChoose={(agentId) => change.mutate({ agentId })} />
        ) : (
          <VisibleText text={agent.name} newlines="mark" />
        )}
        <span className={classes.model}>
          {agent.isScript ? <b>{strings.isScript}</b> : <VisibleText text={agent.modelLabel} newlines="mark" />}
        </span>
        <span className={classes.usage}>{usageWords(session).join(" · ")}</span>
      </div>
      <p className={classes.briefing} role="status" aria-label={words.whatWaits}>
        {!isLive && `${words.reconnecting} `}
        {archived && `${words.isArchived} `}
        {status === "running" && `${words.isWorking} `}
        {waiting > 0 && (
          <>
            {canDecide ? words.waitsForYou(waiting) : words.waitsForOthers(waiting)}{" "}
            <TextLink to="/sessions/$id" params={{ id: session.id }} search={{}} size="xs">
              {words.allInTable}
            </TextLink>
          </>
        )}
      </p>
      {change.error && !renaming && (
        <Notice tone="error" title={words.notChanged}>
          {change.error.message}
        </Notice>
      )}
      {renaming && <RenameDialog session={session} change={change} onClose={() => setRenaming(false)} />}
    </header>
  );
}

interface ChoiceProps {
  session: ChatSession;
  onChoose: (agentId: string) => void;
}

/** Selects the agent that continues the conversation. The current agent stays in the list, even if it no longer exists. */
function AgentChoice({ session: { agent, status }, onChoose }: ChoiceProps) {
  const agents = (useQuery(chatAgentsQuery).data ?? []).filter(({ enabled }) => enabled);
  const choices = agents.some(({ id }) => id === agent.id) ? agents : [agent, ...agents];
  return (
    <NativeSelect
      size="xs"
      aria-label={strings.header.agent}
      className={classes.agent ?? ""}
      disabled={status === "running" || choices.length < 2}
      value={agent.id}
      data={choices.map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
