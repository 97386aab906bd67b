import type { ChatMessage } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import { strings } from "../../strings/chat.tsx";
import type { DrawProposals } from "./calls.tsx";
import { Message } from "./message.tsx";
import { useStick } from "./use-stick.ts";
import classes from "./message-log.module.css";

interface Props {
  messages: readonly ChatMessage[];
  agentName: string;
  draw: DrawProposals;
}

/** Number of messages that are shown from the end; each click on a button shows as many earlier ones. */
const SHOWN = 50;

/** Messages, oldest first. A message being written is below the log element, so that it is read out once, when complete. */
export function MessageLog({ messages, agentName, draw }: Props) {
  const words = strings.messages;
  const scroller = useRef<HTMLDivElement>(null);
  const { isAway, goToEnd } = useStick(scroller);
  const [firstShown, setFirstShown] = useState(() => Math.max(0, messages.length - SHOWN));
  const [isQuiet, setIsQuiet] = useState(false);
  const last = messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  if (!isAway && seen !== last) setSeen(last);

  const lastSaid = messages.findLast(({ role }) => role === "user")?.seq;
  // A person who sends a message wants to see it.
  useLayoutEffect(goToEnd, [goToEnd, lastSaid]);

  const done = messages.filter(({ status }) => status !== "writing");
  const writing = messages.filter(({ status }) => status === "writing");
  const draws = (message: ChatMessage) => (
    <Message key={message.seq} message={message} agentName={message.by?.name ?? agentName} draw={draw} />
  );
  const showEarlier = (): void => {
    // Earlier messages must not be read out.
    setIsQuiet(true);
    setFirstShown(Math.max(0, firstShown - SHOWN));
    window.setTimeout(() => setIsQuiet(false), 1000);
  };
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label={words.conversation}>
        <div className={classes.content}>
          {firstShown > 0 && (
            <Button className={classes.earlier ?? ""} size="compact-sm" variant="default" onClick={showEarlier}>
              {words.showEarlier(Math.min(SHOWN, firstShown))}
            </Button>
          )}
          <div
            role="log"
            aria-label={words.label}
            aria-live={isQuiet ? "off" : "polite"}
            aria-relevant="additions"
            className={classes.messages}
          >
            {done.slice(firstShown).map(draws)}
          </div>
          <div className={classes.messages}>{writing.map(draws)}</div>
        </div>
      </div>
      {isAway && (
        <Button
          className={classes.toEnd ?? ""}
          size="compact-sm"
          radius="xl"
          color={last > seen ? "indigo" : "gray"}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={goToEnd}
        >
          {last > seen ? words.fresh : words.toEnd}
        </Button>
      )}
    </div>
  );
}
