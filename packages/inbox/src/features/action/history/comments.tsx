import type { Action, ActionComment } from "@countersign/protocol";
import { Button, Group, Text } from "@mantine/core";
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
import { EMPTY_DRAFT, MentionField } from "./mention-field.tsx";
import { splitAtNames, stillNamed } from "./mention-text.ts";
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
      <CommentForm
        key={action.id}
        action={action}
        meId={me.principal.id}
        mayAsk={mayDecide(me) && action.proposedBy.kind === "agent"}
      />
    </Section>
  );
}

function Said({ comment: { by, at, text, mentions } }: { comment: ActionComment }) {
  const named = stillNamed(text, mentions);
  const others = mentions.filter((one) => !named.includes(one)).map(({ name }) => name);
  return (
    <>
      <div className={timeline.line}>
        <PrincipalName principal={by} />
        <span className={timeline.when}>
          <Moment at={at} />
        </span>
      </div>
      <blockquote className={timeline.said}>
        {splitAtNames(text, mentions).map((part, index) =>
          part.isName ? (
            <strong key={index} className={classes.mention}>
              <VisibleText text={part.text} />
            </strong>
          ) : (
            <VisibleText key={index} text={part.text} />
          ),
        )}
      </blockquote>
      {others.length > 0 && (
        <p className={classes.state}>
          {strings.comments.alsoMentioned(<VisibleText text={others.join(", ")} newlines="mark" />)}
        </p>
      )}
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

function CommentForm({ action: { id }, meId, mayAsk }: { action: Action; meId: string; mayAsk: boolean }) {
  const words = strings.comments;
  const comment = useComment(id);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was sent last. The same words keep their key, so that sending them again after an error stores them once. */
  const sent = useRef({ said: "", idempotencyKey: "" });
  const send = (forAgent: boolean): void => {
    const text = draft.text.trim();
    if (text === "" || comment.isPending) return;
    const request = { text, forAgent, mentions: draft.mentions.map((one) => one.id) };
    const said = JSON.stringify(request);
    if (sent.current.said !== said) sent.current = { said, idempotencyKey: newKey() };
    comment.mutate(
      { ...request, idempotencyKey: sent.current.idempotencyKey },
      {
        onSuccess: () => {
          sent.current = { said: "", idempotencyKey: "" };
          setDraft(EMPTY_DRAFT);
          field.current?.focus();
        },
      },
    );
  };
  const isEmpty = draft.text.trim() === "";
  return (
    <>
      <MentionField
        ref={field}
        description={mayAsk ? words.forPeopleAndAgent : words.forPeople}
        draft={draft}
        meId={meId}
        onChange={setDraft}
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
