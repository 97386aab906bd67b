import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import classes from "./decision-dock.module.css";

const WORDS = {
  call: {
    presets: ["Not needed", "Wrong target", "Wrong content", "Too risky", "Not now"],
    presetsLabel: "Reject as",
    send: "Reject",
    meaning: "This call will never run. Cannot be undone.",
  },
  question: {
    presets: ["I do not know", "Ask somebody else", "Not needed", "Decide yourself"],
    presetsLabel: "Decline with",
    send: "Decline to answer",
    meaning: "The agent gets no answer to this question, and this cannot be taken back.",
  },
} as const;

interface Props {
  of: keyof typeof WORDS;
  armed: boolean;
  isSending: boolean;
  onBack: () => void;
  onReject: (reason: string) => void;
}

export function RejectPanel({ of, armed, isSending, onBack, onReject }: Props) {
  const [reason, setReason] = useState("");
  const armedToPick = useArmed(`presets ${reason === ""}`) && armed && reason === "";
  const { presets, presetsLabel, send, meaning } = WORDS[of];
  return (
    <>
      <Textarea
        label="Reason (sent to the agent)"
        placeholder="Optional"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {/* Each sends at once, so none can be pressed while a reason of one's own is written. They keep their place then. */}
      <div className={classes.presets} role="group" aria-label={presetsLabel} data-hidden={reason !== "" || undefined}>
        <span className={classes.note}>{presetsLabel}:</span>
        {presets.map((preset) => (
          <DecideButton
            key={preset}
            size="compact-sm"
            variant="default"
            armed={armedToPick}
            aria-label={`${presetsLabel}: ${preset}`}
            onClick={() => onReject(preset)}
          >
            {preset}
          </DecideButton>
        ))}
      </div>
      <div className={classes.buttons}>
        <DecideButton armed={armed} color="red.9" loading={isSending} onClick={() => onReject(reason.trim())}>
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
