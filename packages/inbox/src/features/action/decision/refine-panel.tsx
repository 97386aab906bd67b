import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { DecideButton } from "../../../ui/decide-button.tsx";
import classes from "./decision-dock.module.css";

interface Props {
  armed: boolean;
  isSending: boolean;
  /** Initial feedback; the person may change it. */
  initial?: string;
  onBack: () => void;
  onRefine: (feedback: string) => void;
}

export function RefinePanel({ armed, isSending, initial = "", onBack, onRefine }: Props) {
  const [feedback, setFeedback] = useState(initial);
  return (
    <>
      <Textarea
        label="What should be different?"
        placeholder="Almost, but make it Tuesday"
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
          blockedBy={feedback.trim() === "" ? "Say what should be different first" : undefined}
          onClick={() => onRefine(feedback.trim())}
        >
          Send it back
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          Go back
        </Button>
        <p className={classes.meaning}>This one never runs; the agent may propose a new one that answers it.</p>
      </div>
    </>
  );
}
