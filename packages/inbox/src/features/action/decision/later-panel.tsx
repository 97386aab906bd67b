import type { Action } from "@countersign/protocol";
import { Button, TextInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useState } from "react";
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
  const [at, setAt] = useState("");
  const now = useClock();
  const start = at === "" ? NaN : new Date(at).getTime();
  const latest = action.latestExpiresAt ? Date.parse(action.latestExpiresAt) : Infinity;
  const missing = Number.isNaN(start)
    ? "Choose a time first"
    : start <= now
      ? "This time has passed"
      : start > latest
        ? "The agent or a routing rule asked that the action expires before that"
        : undefined;
  return (
    <>
      <TextInput
        label="Run at"
        description="On this computer's clock. It runs then, or as soon after as a server is there"
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
          Approve for then
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          Cancel
        </Button>
        <p className={classes.meaning}>
          It runs once, exactly as shown, and not before that time. Until then, anybody who may decide on it can withdraw the
          approval.
        </p>
      </div>
    </>
  );
}
