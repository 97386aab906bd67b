import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { PresetReasons } from "../../../ui/preset-reasons.tsx";
import { reasonsFor } from "../../../ui/reasons-for.ts";
import classes from "./decision-dock.module.css";

interface Props {
  of: "call" | "question";
  /** The tool's reasons to choose from, if it has some. */
  own: readonly string[] | undefined;
  armed: boolean;
  isSending: boolean;
  onBack: () => void;
  onReject: (reason: string) => void;
}

export function RejectPanel({ of, own, armed, isSending, onBack, onReject }: Props) {
  const [reason, setReason] = useState("");
  const { presetsLabel, send, meaning } = strings.reject[of];
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
      {/* Each sends at once. */}
      <PresetReasons
        label={presetsLabel}
        reasons={reasonsFor(of, own)}
        armed={armed}
        isHidden={reason !== ""}
        onChoose={onReject}
      />
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
