import { Outlet } from "@tanstack/react-router";
import { RequireSession } from "../features/session/require-session.tsx";
import { Shell } from "./shell/shell.tsx";

/** Layout of a page without the queue. */
export function PageLayout() {
  return (
    <RequireSession>
      <Shell>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </Shell>
    </RequireSession>
  );
}
