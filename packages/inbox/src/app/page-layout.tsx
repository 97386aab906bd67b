import { Outlet } from "@tanstack/react-router";
import { RequireSession } from "../features/session/require-session.tsx";
import { PageTop } from "./page-top.tsx";

/** One page below the bar, without the queue beside it. */
export function PageLayout() {
  return (
    <RequireSession>
      <PageTop />
      <main>
        <Outlet />
      </main>
    </RequireSession>
  );
}
