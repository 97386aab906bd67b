import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { DecideButton } from "../../../ui/decide-button.tsx";
import classes from "./decision-dock.module.css";

const PRESETS = ["Not needed", "Wrong target", "Wrong content", "Too risky", "Not now"];

interface Props {
  armed: boolean;
  isSending: boolean;
  onBack: () => void;
  onReject: (reason: string) => void;
}

export function RejectPanel({ armed, isSending, onBack, onReject }: Props) {
  const [reason, setReason] = useState("");
  return (
    <>
      <Textarea
        label="Why not? The agent is told"
        placeholder="Optional"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.presets} role="group" aria-label="Common reasons">
        {PRESETS.map((preset) => (
          <Button key={preset} size="compact-xs" variant="default" onClick={() => setReason(preset)}>
            {preset}
          </Button>
        ))}
      </div>
      <div className={classes.buttons}>
        <DecideButton armed={armed} color="red.9" loading={isSending} onClick={() => onReject(reason.trim())}>
          Reject it
        </DecideButton>
        <Button variant="default" onClick={onBack}>
          Go back
        </Button>
        <p className={classes.meaning}>It never runs, and this cannot be taken back.</p>
      </div>
    </>
  );
}
