import { type Action, type ActionComment, MAX_COMMENT_CHARACTERS } from "@countersign/protocol";
import { Button, Group, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
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
    <Section title="Comments">
      {comments.length > 0 && (
        <ol className={classes.list} aria-label="Comments">
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
  if (reply) {
    return (
      <div className={classes.reply} role="note" aria-label="The agent's reply">
        <span className={classes.label}>The agent’s reply (unverified)</span>
        <Said comment={reply} />
      </div>
    );
  }
  return (
    <p className={classes.state}>
      {readAt === null ? (
        "A question to the agent. It is told when it next asks about this action."
      ) : (
        <>
          A question to the agent, which was told <Moment at={readAt} />. No reply yet.
        </>
      )}
    </p>
  );
}

function CommentForm({ action: { id }, mayAsk }: { action: Action; mayAsk: boolean }) {
  const comment = useComment(id);
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was sent last. The same words keep their key, so that sending them again after an error stores them once. */
  const sent = useRef({ text: "", forAgent: false, idempotencyKey: "" });
  const send = (forAgent: boolean): void => {
    const words = text.trim();
    if (words === "" || comment.isPending) return;
    if (sent.current.text !== words || sent.current.forAgent !== forAgent)
      sent.current = { text: words, forAgent, idempotencyKey: newKey() };
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
        label="Your comment"
        description={
          mayAsk
            ? "For people of this workspace. As a question to the agent, it is for the agent, too. It decides nothing."
            : "For people of this workspace. It decides nothing."
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_CHARACTERS}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" disabled={isEmpty} loading={comment.isPending} onClick={() => send(false)}>
          Comment
        </Button>
        {mayAsk && (
          <Button size="xs" variant="default" disabled={isEmpty} loading={comment.isPending} onClick={() => send(true)}>
            Ask the agent
          </Button>
        )}
      </Group>
      {comment.error && (
        <Text size="sm" c="red" role="alert" mt={4}>
          It was not sent: {comment.error.message}
        </Text>
      )}
    </>
  );
}
