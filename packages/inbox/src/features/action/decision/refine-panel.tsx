import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import classes from "./decision-dock.module.css";

interface Props {
  of: "call" | "question";
  armed: boolean;
  isSending: boolean;
  /** Initial feedback; the person may change it. */
  initial?: string;
  onBack: () => void;
  onRefine: (feedback: string) => void;
}

export function RefinePanel({ of, armed, isSending, initial = "", onBack, onRefine }: Props) {
  const [feedback, setFeedback] = useState(initial);
  const { label, placeholder, send, meaning } = strings.refine[of];
  return (
    <>
      <Textarea
        label={label}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <DecideButton
          armed={armed}
          loading={isSending}
          blockedBy={feedback.trim() === "" ? strings.refine.writeFirst : undefined}
          onClick={() => onRefine(feedback.trim())}
        >
          {send}
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          {uiStrings.cancel}
        </Button>
        <p className={classes.meaning}>{meaning}</p>
      </div>
    </>
  );
}
