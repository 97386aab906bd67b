import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import classes from "./decision-dock.module.css";

interface Props {
  of: "call" | "question";
  armed: boolean;
  isSending: boolean;
  onBack: () => void;
  onReject: (reason: string) => void;
}

export function RejectPanel({ of, armed, isSending, onBack, onReject }: Props) {
  const [reason, setReason] = useState("");
  const armedToPick = useArmed(`presets ${reason === ""}`) && armed && reason === "";
  const { presets, presetsLabel, send, meaning } = strings.reject[of];
  return (
    <>
      <Textarea
        label={strings.reject.reason}
        placeholder={strings.reject.optional}
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
          {uiStrings.cancel}
        </Button>
        <p className={classes.meaning}>{meaning}</p>
      </div>
    </>
  );
}
