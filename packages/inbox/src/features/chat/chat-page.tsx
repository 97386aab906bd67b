import type { Chat } from "@countersign/protocol";
import { Button, Skeleton, Stack } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ConversationContext } from "../../api/refine-in-chat.ts";
import { useMe } from "../../api/signed-in.ts";
import { useChat } from "../../api/use-chat.ts";
import { strings } from "../../strings/chat.tsx";
import { Blank } from "../../ui/blank.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Unread } from "../../ui/unread.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { DrawProposals } from "./calls.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { groupCalls } from "./group-calls.ts";
import { MessageLog } from "./message-log.tsx";
import { QueuedMessages } from "./queued-messages.tsx";
import { useDraft } from "./use-draft.ts";
import { useQueuedMessages } from "./use-queued-messages.ts";
import { useTurn } from "./use-session-change.ts";
import classes from "./chat-page.module.css";

interface Props {
  id: string;
  /** Draws proposals, by conversation and by the ids of the proposals that it shows. */
  draw: (sessionId: string, shown: ReadonlySet<string>) => DrawProposals;
}

/** One conversation: its messages, its proposals with their decisions, and the field for the next message. */
export function ChatPage({ id, draw }: Props) {
  const { data: chat, error, refetch, isLive } = useChat(id);
  const words = strings.conversation;
  const me = useMe()?.principal.id;
  if (chat?.session.owner.id === me && chat) return <Opened chat={chat} isLive={isLive} draw={draw} />;
  if (chat) return <ReadOnly chat={chat} isLive={isLive} draw={draw} />;
  if (error?.code === "NOT_FOUND") {
    return (
      <Blank icon={<IconMessageQuestion size={26} />} title={words.notFound} order={1}>
        {words.notYours} <TextLink to="/chat">{words.goToYours}</TextLink>
      </Blank>
    );
  }
  if (error) {
    return (
      <Unread title={words.unread} order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <Stack p="md" role="status" aria-label={words.reading}>
      <Skeleton height={24} width="50%" />
      <Skeleton height={60} width="70%" mt="md" />
      <Skeleton height={120} />
    </Stack>
  );
}

interface OpenedProps {
  chat: Chat;
  isLive: boolean;
  draw: Props["draw"];
}

/** Draws proposals by which others are shown. It must not change with every streamed word. */
function useDraws({ session, messages }: Chat, draw: Props["draw"]): DrawProposals {
  const parts = messages.flatMap(({ calls }) => groupCalls(calls));
  const shown = parts.flatMap((part) => (part.kind === "proposals" ? part.actionIds : [])).join(" ");
  return useMemo(() => draw(session.id, new Set(shown.split(" "))), [draw, session.id, shown]);
}

/** Somebody else's conversation: an approver reads it and decides on its proposals, and writes nothing. */
function ReadOnly({ chat, isLive, draw }: OpenedProps) {
  const { session, messages } = chat;
  const draws = useDraws(chat, draw);
  return (
    <section className={classes.page} aria-label={strings.conversation.label}>
      <ChatHeader session={session} isLive={isLive} isOwn={false} />
      <MessageLog messages={messages} agentName={session.agent.name} draw={draws} />
      <p className={classes.readOnly}>
        {strings.conversation.readOnly(<VisibleText text={session.owner.name} newlines="mark" />)}
      </p>
    </section>
  );
}

function Opened({ chat, isLive, draw }: OpenedProps) {
  const { session, messages } = chat;
  const words = strings.conversation;
  const draft = useDraft(session.id);
  const turn = useTurn(session.id);
  const [isFull, setIsFull] = useState(false);
  const draws = useDraws(chat, draw);
  const ended = messages.at(-1);
  const isRunning = session.status === "running";
  const queue = useQueuedMessages(session, ended?.status === "failed", draft, turn);
  const send = (): void => {
    // Messages keep their order.
    if (isRunning || draft.queued.length > 0) return draft.canQueue ? draft.queue() : setIsFull(true);
    const key = draft.keyToSend();
    turn.mutate({ name: "messages", body: { text: draft.text.trim(), key } }, { onSuccess: () => draft.clear(key) });
  };
  // The message is still queued, and is sent when the turn that runs has ended.
  const isEarly = turn.error?.code === "INVALID_STATE" && draft.queued.length > 0;
  const canGoOn = session.status === "idle" && (ended?.status === "stopped" || ended?.status === "failed");
  return (
    <ConversationContext value={session.id}>
      <section className={classes.page} aria-label={words.label}>
        <ChatHeader session={session} isLive={isLive} isOwn />
        <MessageLog messages={messages} agentName={session.agent.name} draw={draws} />
        <Composer
          text={draft.text}
          placeholder={session.status === "waiting" ? words.messageWhileOpen : strings.sayWhatYouWant}
          isRunning={isRunning}
          isSending={turn.isPending && turn.variables.name === "messages"}
          emptyHint={session.waiting > 0 ? words.decideAbove(session.waiting) : words.nothingToSend}
          error={turn.error && turn.variables?.name === "messages" && !isEarly ? turn.error.message : undefined}
          onWrite={(text) => {
            setIsFull(false);
            draft.write(text);
          }}
          onSend={send}
          onStop={() => turn.mutate({ name: "stop" })}
        >
          {turn.error && turn.variables.name !== "messages" && (
            <Notice tone="error" title={words.notDone}>
              {turn.error.message}
            </Notice>
          )}
          <QueuedMessages
            messages={draft.queued}
            onSend={queue.isHeld ? queue.sendNow : undefined}
            sendingKey={turn.isPending && turn.variables.name === "messages" ? turn.variables.body.key : undefined}
            onEdit={draft.edit}
            onRemove={draft.unqueue}
          />
          {isFull && !draft.canQueue && (
            <p className={classes.waits} role="alert">
              {words.queueIsFull}
            </p>
          )}
          {session.status === "waiting" && (
            <p className={classes.waits}>
              {words.continuesWhenDecided}{" "}
              <Button size="compact-xs" variant="default" onClick={() => turn.mutate({ name: "stop" })}>
                {words.continueNow}
              </Button>
            </p>
          )}
          {canGoOn && (
            <p className={classes.waits}>
              <Button size="compact-xs" variant="default" onClick={() => turn.mutate({ name: "continue" })}>
                {words.goOn}
              </Button>
            </p>
          )}
        </Composer>
      </section>
    </ConversationContext>
  );
}
