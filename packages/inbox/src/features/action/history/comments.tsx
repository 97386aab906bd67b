import { type Action, type ActionComment, MAX_COMMENT_CHARACTERS } from "@countersign/protocol";
import { Button, Group, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { strings } from "../../../strings/history.tsx";
import { useComment } from "../../../api/comments.ts";
import { newKey } from "../../../api/new-key.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";
import { Moment } from "../../../ui/moment.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "./comments.module.css";
import timeline from "./timeline.module.css";

/** What people say about an action, what they ask its agent, and what it replied; with a field to say more. */
export function Comments({ action }: { action: Action }) {
  const embedded = useEmbedded();
  const me = useMe();
  const { comments = [] } = action;
  if (embedded || !me) return null;
  return (
    <Section title={strings.comments.title}>
      {comments.length > 0 && (
        <ol className={classes.list} aria-label={strings.comments.title}>
          {comments
            .filter(({ replyTo }) => replyTo === null)
            .map((comment) => (
              <li key={comment.id} className={classes.entry}>
                <Said comment={comment} />
                {comment.forAgent && <Asked comment={comment} reply={comments.find(({ replyTo }) => replyTo === comment.id)} />}
              </li>
            ))}
        </ol>
      )}
      <CommentForm key={action.id} action={action} mayAsk={mayDecide(me) && action.proposedBy.kind === "agent"} />
    </Section>
  );
}

function Said({ comment: { by, at, text } }: { comment: ActionComment }) {
  return (
    <>
      <div className={timeline.line}>
        <PrincipalName principal={by} />
        <span className={timeline.when}>
          <Moment at={at} />
        </span>
      </div>
      <blockquote className={timeline.said}>
        <VisibleText text={text} />
      </blockquote>
    </>
  );
}

/** How far a question to the agent is. Its reply is in its own words, which nobody verified. */
function Asked({ comment: { readAt }, reply }: { comment: ActionComment; reply: ActionComment | undefined }) {
  const words = strings.comments;
  if (reply) {
    return (
      <div className={classes.reply} role="note" aria-label={words.reply}>
        <span className={classes.label}>{words.replyUnverified}</span>
        <Said comment={reply} />
      </div>
    );
  }
  return <p className={classes.state}>{readAt === null ? words.askedNotTold : words.askedAndTold(<Moment at={readAt} />)}</p>;
}

function CommentForm({ action: { id }, mayAsk }: { action: Action; mayAsk: boolean }) {
  const words = strings.comments;
  const comment = useComment(id);
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was sent last. The same words keep their key, so that sending them again after an error stores them once. */
  const sent = useRef({ text: "", forAgent: false, idempotencyKey: "" });
  const send = (forAgent: boolean): void => {
    const said = text.trim();
    if (said === "" || comment.isPending) return;
    if (sent.current.text !== said || sent.current.forAgent !== forAgent)
      sent.current = { text: said, forAgent, idempotencyKey: newKey() };
    comment.mutate(
      { ...sent.current },
      {
        onSuccess: () => {
          sent.current = { text: "", forAgent: false, idempotencyKey: "" };
          setText("");
          field.current?.focus();
        },
      },
    );
  };
  const isEmpty = text.trim() === "";
  return (
    <>
      <Textarea
        ref={field}
        label={words.yourComment}
        description={mayAsk ? words.forPeopleAndAgent : words.forPeople}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_CHARACTERS}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" disabled={isEmpty} loading={comment.isPending} onClick={() => send(false)}>
          {words.comment}
        </Button>
        {mayAsk && (
          <Button size="xs" variant="default" disabled={isEmpty} loading={comment.isPending} onClick={() => send(true)}>
            {words.askAgent}
          </Button>
        )}
      </Group>
      {comment.error && (
        <Text size="sm" c="red" role="alert" mt={4}>
          {words.notSent(comment.error.message)}
        </Text>
      )}
    </>
  );
}
