import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/action.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
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
  const words = strings.glass;
  const [reason, setReason] = useState("");
  const isTold = reason.trim().length >= SHORTEST;
  return (
    <>
      <Notice tone="caution" title={words.title}>
        {words.meaning}
      </Notice>
      <Textarea
        label={words.reason}
        description={words.reasonMeaning(SHORTEST)}
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
          blockedBy={blockedBy ?? (isTold ? undefined : words.sayWhy)}
          onClick={() => onBreak(reason.trim())}
        >
          {words.approve}
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          {uiStrings.cancel}
        </Button>
        <p className={classes.meaning}>{words.runsOnce}</p>
      </div>
    </>
  );
}
