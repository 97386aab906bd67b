import { displayText } from "@countersign/protocol";
import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconX } from "@tabler/icons-react";
import { strings } from "../../strings/chat.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { QueuedMessage } from "./use-draft.ts";
import classes from "./queued-messages.module.css";

interface Props {
  messages: readonly QueuedMessage[];
  /** Sends the first message; undefined if it is sent without that. */
  onSend: (() => void) | undefined;
  /** Key of the message that is being sent, which cannot be changed any more. */
  sendingKey: string | undefined;
  onEdit: (message: QueuedMessage) => void;
  onRemove: (key: string) => void;
}

/** Messages that are sent when the running turn has ended. */
export function QueuedMessages({ messages, onSend, sendingKey, onEdit, onRemove }: Props) {
  const words = strings.queued;
  return (
    <section className={classes.queued} aria-label={words.label} hidden={messages.length === 0}>
      <p className={classes.when} role="status">
        {messages.length > 0 && (onSend ? words.held : words.whenFinished(messages.length))}{" "}
        {messages.length > 0 && onSend && (
          <Button size="compact-xs" variant="default" onClick={onSend}>
            {words.sendNow}
          </Button>
        )}
      </p>
      <ul className={classes.list}>
        {messages.map((message) => {
          const said = displayText(message.text, { newlines: "mark" });
          return (
            <li key={message.key} className={classes.message}>
              <span className={classes.text}>
                <VisibleText text={message.text} newlines="mark" />
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="dimmed"
                aria-label={words.edit(said)}
                title={words.editHint}
                disabled={message.key === sendingKey}
                onClick={() => onEdit(message)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="dimmed"
                aria-label={words.remove(said)}
                title={words.removeHint}
                disabled={message.key === sendingKey}
                onClick={() => onRemove(message.key)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
