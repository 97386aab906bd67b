import { Outlet, useMatch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useLive } from "../api/use-live.ts";
import { useMe } from "../api/signed-in.ts";
import { QueuePane } from "../features/queue/queue-pane.tsx";
import { RequireSession } from "../features/session/require-session.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { EmergencyBanner } from "./emergency-banner.tsx";
import { Keyboard } from "./keyboard.tsx";
import { TopBar } from "./top-bar.tsx";
import { useQueueSearch } from "./use-queue-search.ts";
import { useTitleCount } from "./use-title-count.ts";
import classes from "./review-layout.module.css";

const OutcomeNotices = lazy(async () => ({ default: (await import("./outcome-notices.tsx")).OutcomeNotices }));

/** The queue beside what is open in it; on a narrow screen one or the other. */
export function ReviewLayout() {
  return (
    <RequireSession>
      <Review />
    </RequireSession>
  );
}

function Review() {
  useLive(useMe()?.workspaceId);
  useTitleCount();
  const search = useQueueSearch();
  const open = useMatch({ from: "/review/actions/$id", shouldThrow: false });
  return (
    <div className={classes.page}>
      <TopBar />
      <ConnectionBanner />
      <EmergencyBanner />
      <main className={classes.panes} data-open={open ? true : undefined}>
        <QueuePane search={search} headingOrder={open ? 2 : 1} className={classes.queue} />
        <div className={classes.detail}>
          <Outlet />
        </div>
      </main>
      <Keyboard openId={open?.params.id} />
      <Suspense>
        <OutcomeNotices />
      </Suspense>
    </div>
  );
}
