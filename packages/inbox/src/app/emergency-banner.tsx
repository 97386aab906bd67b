import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { emergencyQuery } from "../api/workspace-queries.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import classes from "./emergency-banner.module.css";

/** On every page while everything is stopped: why nothing runs and no approval is taken. */
export function EmergencyBanner() {
  const stop = useQuery(emergencyQuery).data?.stop;
  return (
    <div role="status" aria-label="Emergency stop">
      {stop && (
        <p className={classes.banner}>
          <IconHandStop size={16} aria-hidden />
          <span>
            Everything is stopped by <VisibleText text={stop.stoppedBy.name} newlines="mark" />:{" "}
            <VisibleText text={stop.reason} newlines="mark" />. Nothing runs, and nothing can be approved.{" "}
            <TextLink c="inherit" to="/emergency-stop">
              More
            </TextLink>
          </span>
        </p>
      )}
    </div>
  );
}
