import { displayText } from "@countersign/protocol";
import { DecideButton } from "./decide-button.tsx";
import { useArmed } from "./use-armed.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./preset-reasons.module.css";

interface Props {
  label: string;
  reasons: readonly string[];
  armed: boolean;
  /** Whether a reason of one's own is written, so that none can be pressed. They keep their place then. */
  isHidden: boolean;
  onChoose: (reason: string) => void;
}

/** One button for each reason. An administrator may change the reasons while they are shown; then no click counts for a moment. */
export function PresetReasons({ label, reasons, armed, isHidden, onChoose }: Props) {
  const armedToPick = useArmed(JSON.stringify([isHidden, reasons])) && armed && !isHidden;
  return (
    <div className={classes.presets} role="group" aria-label={label} data-hidden={isHidden || undefined}>
      <span className={classes.label}>{label}:</span>
      {reasons.map((reason) => (
        <DecideButton
          key={reason}
          size="compact-sm"
          variant="default"
          classNames={{ root: classes.reason ?? "", label: classes.text ?? "" }}
          armed={armedToPick}
          aria-label={`${label}: ${displayText(reason, { newlines: "mark" })}`}
          onClick={() => onChoose(reason)}
        >
          <VisibleText text={reason} newlines="mark" />
        </DecideButton>
      ))}
    </div>
  );
}
