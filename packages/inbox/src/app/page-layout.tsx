import { Outlet } from "@tanstack/react-router";
import { useLive } from "../api/use-live.ts";
import { useMe } from "../api/signed-in.ts";
import { RequireSession } from "../features/session/require-session.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { EmergencyBanner } from "./emergency-banner.tsx";
import { TopBar } from "./top-bar.tsx";
import { useTitleCount } from "./use-title-count.ts";

/** One page below the bar, without the queue beside it. */
export function PageLayout() {
  return (
    <RequireSession>
      <Page />
    </RequireSession>
  );
}

function Page() {
  useLive(useMe()?.workspaceId);
  useTitleCount();
  return (
    <>
      <TopBar />
      <ConnectionBanner />
      <EmergencyBanner />
      <main>
        <Outlet />
      </main>
    </>
  );
}
