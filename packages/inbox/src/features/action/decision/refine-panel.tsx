import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { DecideButton } from "../../../ui/decide-button.tsx";
import classes from "./decision-dock.module.css";

const WORDS = {
  call: {
    label: "What should the agent change?",
    placeholder: "e.g. “Keep the limit at 60 minutes”",
    send: "Send back",
    meaning: "This call will not run. The agent can propose a revised one.",
  },
  question: {
    label: "What is unclear?",
    placeholder: "Which of the two invoices do you mean?",
    send: "Ask back",
    meaning: "This question ends; the agent may ask a new one that says more.",
  },
} as const;

interface Props {
  of: keyof typeof WORDS;
  armed: boolean;
  isSending: boolean;
  /** Initial feedback; the person may change it. */
  initial?: string;
  onBack: () => void;
  onRefine: (feedback: string) => void;
}

export function RefinePanel({ of, armed, isSending, initial = "", onBack, onRefine }: Props) {
  const [feedback, setFeedback] = useState(initial);
  const { label, placeholder, send, meaning } = WORDS[of];
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
          blockedBy={feedback.trim() === "" ? "Write it first" : undefined}
          onClick={() => onRefine(feedback.trim())}
        >
          {send}
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          Cancel
        </Button>
        <p className={classes.meaning}>{meaning}</p>
      </div>
    </>
  );
}
