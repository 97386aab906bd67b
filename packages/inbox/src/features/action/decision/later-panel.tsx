import type { Action } from "@countersign/protocol";
import { Button, TextInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { StoppedNote } from "../../../ui/stopped-note.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { useClock } from "../../../ui/use-clock.ts";
import classes from "./decision-dock.module.css";

interface Props {
  action: Action;
  armed: boolean;
  isSending: boolean;
  color: string;
  blockedBy: string | undefined;
  onBack: () => void;
  /** `notBefore`: ISO 8601. */
  onApprove: (notBefore: string) => void;
}

/** Approves an action to run at a chosen time. */
export function LaterPanel({ action, armed, isSending, color, blockedBy, onBack, onApprove }: Props) {
  const words = strings.later;
  const [at, setAt] = useState("");
  const now = useClock();
  const start = at === "" ? NaN : new Date(at).getTime();
  const latest = action.latestExpiresAt ? Date.parse(action.latestExpiresAt) : Infinity;
  const missing = Number.isNaN(start)
    ? words.chooseFirst
    : start <= now
      ? words.hasPassed
      : start > latest
        ? words.expiresBefore
        : undefined;
  return (
    <>
      <TextInput
        label={words.runAt}
        description={words.onThisClock}
        type="datetime-local"
        maw={360}
        data-autofocus
        value={at}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <StoppedNote />
      <div className={classes.buttons}>
        <DecideButton
          isApproval
          armed={armed}
          color={color}
          loading={isSending}
          leftSection={<IconClock size={17} aria-hidden />}
          blockedBy={blockedBy ?? missing}
          onClick={() => onApprove(new Date(start).toISOString())}
        >
          {words.approve}
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          {uiStrings.cancel}
        </Button>
        <p className={classes.meaning}>{words.meaning}</p>
      </div>
    </>
  );
}
