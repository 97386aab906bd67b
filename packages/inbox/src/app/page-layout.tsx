import { Outlet } from "@tanstack/react-router";
import { RequireSession } from "../features/session/require-session.tsx";
import { PageTop } from "./page-top.tsx";

/** Layout of a page without the queue: the top bar and the page's content. */
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
