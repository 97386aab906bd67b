import { Outlet, useMatch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { QueuePane } from "../features/queue/queue-pane.tsx";
import { RequireSession } from "../features/session/require-session.tsx";
import { PageTop } from "./page-top.tsx";
import { Keyboard } from "./keyboard.tsx";
import { useQueueSearch } from "../features/queue/queue-search.ts";
import classes from "./review-layout.module.css";

const OutcomeNotices = lazy(async () => ({ default: (await import("./notices.tsx")).OutcomeNotices }));

/** Layout of the queue beside the open action; a narrow screen shows one of the two. */
export function ReviewLayout() {
  return (
    <RequireSession>
      <Review />
    </RequireSession>
  );
}

function Review() {
  const search = useQueueSearch();
  const open = useMatch({ from: "/review/actions/$id", shouldThrow: false });
  return (
    <div className={classes.page}>
      <PageTop />
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
