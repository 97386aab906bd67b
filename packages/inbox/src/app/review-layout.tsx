import { Outlet, useMatch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { LIST_ID } from "../features/queue/queue-list.tsx";
import { QueuePane } from "../features/queue/queue-pane.tsx";
import { RequireSession } from "../features/session/require-session.tsx";
import { ACTION_ID } from "../ui/use-opens-next.ts";
import { firstRead } from "./first-read.ts";
import { Shell } from "./shell/shell.tsx";
import { useQueueSearch } from "../features/queue/queue-search.ts";
import { strings } from "../strings/shell.tsx";
import classes from "./review-layout.module.css";

const DecisionKeys = lazy(async () => ({ default: (await import("../features/keyboard/decision-keys.tsx")).DecisionKeys }));
const OutcomeNotices = lazy(async () => {
  await firstRead;
  return { default: (await import("./notices.tsx")).OutcomeNotices };
});

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
    <Shell isFixed skipTo={open ? { id: ACTION_ID, label: strings.skipToAction } : { id: LIST_ID, label: strings.skipToList }}>
      <main className={classes.panes} data-open={open ? true : undefined}>
        <QueuePane search={search} headingOrder={open ? 2 : 1} className={classes.queue} />
        <div id={ACTION_ID} tabIndex={-1} className={classes.detail}>
          <Outlet />
        </div>
      </main>
      <Suspense>{open && <DecisionKeys id={open.params.id} />}</Suspense>
      <Suspense>
        <OutcomeNotices />
      </Suspense>
    </Shell>
  );
}
