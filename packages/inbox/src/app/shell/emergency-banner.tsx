import type { EmergencyStop } from "@countersign/protocol";
import { IconHandStop } from "@tabler/icons-react";
import { TextLink } from "../../ui/text-link.tsx";
import { StopReason } from "../../ui/stop-reason.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { strings } from "../../strings/shell.tsx";
import classes from "./banners.module.css";

/** Shown on every page during an emergency stop: says why nothing runs and no approval is accepted. */
export function EmergencyBanner({ stop }: { stop: EmergencyStop | null }) {
  return (
    <div role="status" aria-label={strings.emergencyStop}>
      {stop && (
        <p className={classes.banner}>
          <IconHandStop size={16} aria-hidden />
          <span>
            {strings.stopped(<VisibleText text={stop.stoppedBy.name} newlines="mark" />, <StopReason reason={stop.reason} />)}{" "}
            <TextLink c="inherit" to="/emergency-stop">
              {strings.more}
            </TextLink>
          </span>
        </p>
      )}
    </div>
  );
}
