import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { emergencyQuery } from "../api/workspace-queries.ts";
import { useMe } from "../api/signed-in.ts";
import { useLive } from "../api/use-live.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { countsQuery } from "../api/action-queries.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { TopBar } from "./top-bar.tsx";
import classes from "./page-top.module.css";

/** The bar and banners above every page of a signed-in person. Follows the workspace's live events while mounted. */
export function PageTop() {
  useLive(useMe()?.workspaceId);
  useTitleCount();
  return (
    <>
      <TopBar />
      <ConnectionBanner />
      <EmergencyBanner />
    </>
  );
}

/** Shown on every page during an emergency stop: says why nothing runs and no approval is accepted. */
function EmergencyBanner() {
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

/** Shows the number of pending actions in the tab's title, and on the app icon where the inbox is installed. */
function useTitleCount(): void {
  const waiting = useQuery(countsQuery).data?.byStatus["pending"] ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Countersign` : "Countersign";
    // A failure is harmless: not every browser shows numbers on icons.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
  }, [waiting]);
}
