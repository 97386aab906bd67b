import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { countsQuery } from "../../api/action-queries.ts";
import { useMoveBrowserViews } from "../../api/saved-views.ts";
import { useMe } from "../../api/signed-in.ts";
import { emergencyQuery } from "../../api/workspace-queries.ts";
import { StoppedContext } from "../../ui/stopped.ts";
import { useLive } from "../../api/use-live.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Commands, type CommandDialog } from "./commands.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { EmergencyBanner } from "./emergency-banner.tsx";
import { SideBar } from "./side-bar.tsx";
import { PRODUCT } from "../../strings/language.ts";
import { strings } from "../../strings/shell.tsx";
import classes from "./shell.module.css";

interface Props {
  /** Whether the page is exactly as high as the window and scrolls inside. */
  isFixed?: boolean;
  /** Target of the skip link, which is the first link of every page. */
  skipTo?: { id: string; label: string };
  children: ReactNode;
}

/**
 * Layout around every page of a signed-in person: navigation, banners, commands and keys. Follows the workspace's live events while
 * mounted. The page inside has the `main` element.
 */
export function Shell({ isFixed = false, skipTo = { id: "content", label: strings.skipToContent }, children }: Props) {
  useLive(useMe()?.workspaceId);
  useMoveBrowserViews();
  useTitleCount();
  const [dialog, setDialog] = useState<CommandDialog | null>(null);
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const stop = useQuery(emergencyQuery).data?.stop ?? null;
  const openCommands = (): void => setDialog("palette");
  return (
    <div className={classes.shell} data-fixed={isFixed || undefined}>
      <a className={classes.skip} href={`#${skipTo.id}`} onClick={(event) => skip(event, skipTo.id)}>
        {skipTo.label}
      </a>
      {!isNarrow && <SideBar onCommands={openCommands} />}
      <div className={classes.content}>
        <ConnectionBanner />
        <EmergencyBanner stop={stop} />
        <StoppedContext value={stop !== null}>{children}</StoppedContext>
      </div>
      {isNarrow && <BottomBar onCommands={openCommands} />}
      <Commands shown={dialog} show={setDialog} />
    </div>
  );
}

/** Moves the focus without a change of the address, which holds the page's filters. */
function skip(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  const part = document.getElementById(id);
  const target = part?.querySelector<HTMLElement>("[data-skip-here]") ?? part;
  if (!target) return;
  // A list without rows has none, so that browsers let the keyboard scroll it.
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus();
}

/** Shows the number of pending actions in the tab's title, and on the app icon where the inbox is installed. */
function useTitleCount(): void {
  const waiting = useQuery(countsQuery).data?.byStatus["pending"] ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${PRODUCT}` : PRODUCT;
    // A failure is harmless: not every browser shows numbers on icons.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
  }, [waiting]);
}
