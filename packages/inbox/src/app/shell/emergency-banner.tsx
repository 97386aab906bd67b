import type { EmergencyStop } from "@countersign/protocol";
import { IconHandStop } from "@tabler/icons-react";
import { TextLink } from "../../ui/text-link.tsx";
import { StopReason } from "../../ui/stop-reason.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./banners.module.css";

/** Shown on every page during an emergency stop: says why nothing runs and no approval is accepted. */
export function EmergencyBanner({ stop }: { stop: EmergencyStop | null }) {
  return (
    <div role="status" aria-label="Emergency stop">
      {stop && (
        <p className={classes.banner}>
          <IconHandStop size={16} aria-hidden />
          <span>
            Everything is stopped by <VisibleText text={stop.stoppedBy.name} newlines="mark" />
            <StopReason reason={stop.reason} />. Nothing runs, and nothing can be approved.{" "}
            <TextLink c="inherit" to="/emergency-stop">
              More
            </TextLink>
          </span>
        </p>
      )}
    </div>
  );
}
