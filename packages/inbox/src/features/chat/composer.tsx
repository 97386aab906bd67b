import { ActionIcon, Textarea } from "@mantine/core";
import { IconPlayerStopFilled, IconSend2 } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { strings } from "../../strings/chat.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./composer.module.css";

interface Props {
  text: string;
  placeholder: string;
  /** True while a turn runs: a message is queued and sent after the turn has ended. */
  isRunning: boolean;
  /** Shown when a person presses Enter and there is nothing to send. */
  emptyHint?: string;
  isSending: boolean;
  error: string | undefined;
  onWrite: (text: string) => void;
  onSend: () => void;
  onStop?: () => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
  children?: ReactNode;
}

/** Message field: Enter sends, Shift+Enter inserts a line break. */
export function Composer(props: Props) {
  const { text, placeholder, isRunning, emptyHint, isSending, error, onWrite, onSend, onStop, fieldRef, children } = props;
  const words = strings.composer;
  const [isHinted, setIsHinted] = useState(false);
  const isEmpty = text.trim() === "";
  const canSend = !isEmpty && !isSending;
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While a character is composed from several keys (IME), Enter only ends the composition.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.repeat) return;
    setIsHinted(isEmpty);
    if (canSend) onSend();
  };
  const sendWords = isRunning ? words.queue : words.send;
  return (
    <form
      className={classes.composer}
      aria-label={words.label}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {error !== undefined && (
        <Notice tone="error" title={words.notSent}>
          {error} {words.textIsKept}
        </Notice>
      )}
      {children}
      <div className={classes.line}>
        <Textarea
          ref={fieldRef}
          className={classes.text ?? ""}
          aria-label={words.message}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={100_000}
          value={text}
          onChange={(event) => {
            setIsHinted(false);
            onWrite(event.currentTarget.value);
          }}
          onKeyDown={press}
        />
        {isRunning && onStop && (
          <ActionIcon type="button" size={36} color="red.9" aria-label={words.stop} title={words.stop} onClick={onStop}>
            <IconPlayerStopFilled size={18} aria-hidden />
          </ActionIcon>
        )}
        {(!isRunning || !isEmpty) && (
          <ActionIcon type="submit" size={36} aria-label={sendWords} title={sendWords} disabled={!canSend} loading={isSending}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={classes.hint} role="status">
        {isHinted && isEmpty && emptyHint}
      </p>
    </form>
  );
}
