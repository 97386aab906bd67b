import type { ChatMessage } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import { count } from "../../ui/count.ts";
import type { DrawProposals } from "./calls.tsx";
import { Message } from "./message.tsx";
import { useStick } from "./use-stick.ts";
import classes from "./message-log.module.css";

interface Props {
  messages: readonly ChatMessage[];
  agentName: string;
  draw: DrawProposals;
}

/** A long conversation opens at its end; what came before is a click away. */
const SHOWN = 50;

/** The conversation, oldest first. What is being written stands below the log, so that it is read out once, when it is done. */
export function MessageLog({ messages, agentName, draw }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { isAway, goToEnd } = useStick(scroller);
  const [firstShown, setFirstShown] = useState(() => Math.max(0, messages.length - SHOWN));
  const [isQuiet, setIsQuiet] = useState(false);
  const last = messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  if (!isAway && seen !== last) setSeen(last);

  const lastSaid = messages.findLast(({ role }) => role === "user")?.seq;
  // Who sends something wants to see it.
  useLayoutEffect(goToEnd, [goToEnd, lastSaid]);

  const done = messages.filter(({ status }) => status !== "writing");
  const writing = messages.filter(({ status }) => status === "writing");
  const draws = (message: ChatMessage) => (
    <Message key={message.seq} message={message} agentName={message.by?.name ?? agentName} draw={draw} />
  );
  const showEarlier = (): void => {
    // What was said long ago is not read out.
    setIsQuiet(true);
    setFirstShown(Math.max(0, firstShown - SHOWN));
    window.setTimeout(() => setIsQuiet(false), 1000);
  };
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label="Conversation">
        <div className={classes.content}>
          {firstShown > 0 && (
            <Button className={classes.earlier ?? ""} size="compact-sm" variant="default" onClick={showEarlier}>
              Show {count(Math.min(SHOWN, firstShown), "earlier message")}
            </Button>
          )}
          <div
            role="log"
            aria-label="Messages"
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
          {last > seen ? "New messages" : "To the end"}
        </Button>
      )}
    </div>
  );
}
