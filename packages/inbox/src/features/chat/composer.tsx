import { ActionIcon, Textarea } from "@mantine/core";
import { IconPlayerStopFilled, IconSend2 } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { strings } from "../../strings/chat.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./composer.module.css";

interface Props {
  text: string;
  placeholder: string;
  /** True while a turn runs: text may be written, and is sent only after the turn has ended. */
  isRunning: boolean;
  isSending: boolean;
  error: string | undefined;
  onWrite: (text: string) => void;
  onSend: () => void;
  onStop?: () => void;
  children?: ReactNode;
}

/** Message field: Enter sends, Shift+Enter inserts a line break. */
export function Composer(props: Props) {
  const { text, placeholder, isRunning, isSending, error, onWrite, onSend, onStop, children } = props;
  const words = strings.composer;
  const canSend = text.trim() !== "" && !isRunning && !isSending;
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While a character is composed from several keys (IME), Enter only ends the composition.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend && !event.repeat) onSend();
  };
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
          className={classes.text ?? ""}
          aria-label={words.message}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={100_000}
          value={text}
          onChange={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={press}
        />
        {isRunning && onStop ? (
          <ActionIcon type="button" size={36} color="red.9" aria-label={words.stop} title={words.stop} onClick={onStop}>
            <IconPlayerStopFilled size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            type="submit"
            size={36}
            aria-label={words.send}
            title={words.send}
            disabled={!canSend}
            loading={isSending}
          >
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </form>
  );
}
