import { displayText, type ChatMessage } from "@countersign/protocol";
import { IconShieldCheck } from "@tabler/icons-react";
import { memo } from "react";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/chat.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Calls, type DrawProposals } from "./calls.tsx";
import { Markdown } from "./markdown.tsx";
import classes from "./message.module.css";

interface Props {
  message: ChatMessage;
  agentName: string;
  draw: DrawProposals;
}

/** The position shows the author: the person at the right, the agent at the left, the gate across. */
export const Message = memo(function Message({ message, agentName, draw }: Props) {
  if (message.role === "note") return <Note message={message} />;
  if (message.role === "user") return <Said message={message} />;
  return <Answer message={message} agentName={agentName} draw={draw} />;
});

const Note = ({ message: { text } }: { message: ChatMessage }) => (
  <article className={classes.note} aria-label={strings.messages.fromCountersign}>
    <IconShieldCheck size={16} aria-hidden />
    <div>
      <LongText text={text} />
    </div>
  </article>
);

function Said({ message: { text, about, by, createdAt } }: { message: ChatMessage }) {
  const isOwn = by === null || by.id === useMe()?.principal.id;
  const author = isOwn ? strings.messages.you : displayText(by.name, { newlines: "mark" });
  return (
    <article className={classes.said} aria-label={author}>
      {about.length > 0 && <p className={classes.about}>{strings.messages.sendsBack(about.length)}</p>}
      <div className={classes.bubble}>
        <VisibleText text={text} />
      </div>
      <p className={classes.by}>
        {by && <VisibleText text={by.name} newlines="mark" />} <Moment at={createdAt} />
      </p>
    </article>
  );
}

function Answer({ message: { text, status, error, by, calls, createdAt }, agentName, draw }: Props) {
  const words = strings.messages;
  const writing = status === "writing";
  return (
    <article className={classes.answer} aria-label={words.agent} aria-busy={writing || undefined}>
      <p className={classes.by}>
        {words.byAgent(<VisibleText text={by?.name ?? agentName} newlines="mark" />, <Moment at={createdAt} />)}
      </p>
      {(text !== "" || writing) && (
        <div className={classes.words} data-writing={writing || undefined}>
          {text === "" ? <p className={classes.dim}>{words.writing}</p> : <Markdown text={text} />}
        </div>
      )}
      {status === "stopped" && <p className={classes.dim}>{words.stopped}</p>}
      {status === "failed" && (
        <Notice tone="error" title={words.failed}>
          <VisibleText text={error ?? words.noReason} />
        </Notice>
      )}
      <Calls calls={calls} {...draw} />
    </article>
  );
}
