import { displayText, type ChatSession } from "@countersign/protocol";
import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { chatAgentsQuery } from "../../api/chat-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { count } from "../../strings/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { usageWords } from "./chat-words.ts";
import { useSessionChange } from "./use-session-change.ts";
import classes from "./chat-header.module.css";

/** Agent of a conversation, its pending actions, and its usage. */
export function ChatHeader({ session, isLive }: { session: ChatSession; isLive: boolean }) {
  const { agent, title, archivedAt, status, waiting } = session;
  const change = useSessionChange(session.id);
  const [renaming, setRenaming] = useState(false);
  const canDecide = mayDecide(useMe());
  const archived = archivedAt !== null;
  const shown = title || "New conversation";
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <Link to="/chat" search={true} className={classes.back} aria-label="All conversations">
          <IconArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className={classes.title}>
          <VisibleText text={shown} newlines="mark" />
        </h1>
        <span className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-label="Rename"
            title="Rename"
            onClick={() => setRenaming(true)}
          >
            <IconPencil size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-label={archived ? "Take out of the archive" : "Archive"}
            title={archived ? "Take out of the archive" : "Archive"}
            loading={change.isPending}
            onClick={() => change.mutate({ archived: !archived })}
          >
            {archived ? <IconArchiveOff size={17} aria-hidden /> : <IconArchive size={17} aria-hidden />}
          </ActionIcon>
        </span>
      </div>
      <div className={classes.line}>
        <AgentChoice session={session} onChoose={(agentId) => change.mutate({ agentId })} />
        <span className={classes.model}>
          {agent.isScript ? <b>A built-in script, not a model</b> : <VisibleText text={agent.modelLabel} newlines="mark" />}
        </span>
        <span className={classes.usage}>{usageWords(session).join(" · ")}</span>
      </div>
      <p className={classes.briefing} role="status" aria-label="What waits">
        {!isLive && "Reconnecting; what you see may be out of date. "}
        {archived && "Archived. "}
        {status === "running" && "Agent is working… "}
        {waiting > 0 && (
          <>
            {count(waiting, "proposal")} {waiting === 1 ? "waits" : "wait"} for {canDecide ? "you" : "somebody who may decide"}.{" "}
            <TextLink to="/sessions/$id" params={{ id: session.id }} search={{}} size="xs">
              All in one table
            </TextLink>
          </>
        )}
      </p>
      {change.error && !renaming && (
        <Notice tone="error" title="It was not changed">
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
      aria-label="Agent"
      className={classes.agent ?? ""}
      disabled={status === "running" || choices.length < 2}
      value={agent.id}
      data={choices.map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
