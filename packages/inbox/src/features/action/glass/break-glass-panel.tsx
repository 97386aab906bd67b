import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { StoppedNote } from "../../../ui/stopped-note.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "../decision/decision-dock.module.css";

const SHORTEST = 10;

interface Props {
  armed: boolean;
  isSending: boolean;
  /** Why the action cannot be approved now, by anybody. */
  blockedBy: string | undefined;
  onBack: () => void;
  onBreak: (reason: string) => void;
}

/** Asks why an approval cannot wait for the others. */
export function BreakGlassPanel({ armed, isSending, blockedBy, onBack, onBreak }: Props) {
  const [reason, setReason] = useState("");
  const isTold = reason.trim().length >= SHORTEST;
  return (
    <>
      <Notice tone="caution" title="Approve alone, in an emergency">
        The action runs at once, without the approvals that it needs. Everybody who decides here is told at once, by every
        channel that reaches them, and somebody else has to review it.
      </Notice>
      <Textarea
        label="Why can it not wait? The others are told"
        description={`At least ${SHORTEST} characters. It stays on the record.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <StoppedNote />
      <div className={classes.buttons}>
        <DecideButton
          isApproval
          armed={armed}
          color="red.9"
          loading={isSending}
          blockedBy={blockedBy ?? (isTold ? undefined : "Say why first")}
          onClick={() => onBreak(reason.trim())}
        >
          Break the glass and run it
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          Cancel
        </Button>
        <p className={classes.meaning}>It runs once, exactly as shown, and this cannot be taken back.</p>
      </div>
    </>
  );
}
