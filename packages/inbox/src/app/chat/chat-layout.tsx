import { Outlet, useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { useLive } from "../../api/use-live.ts";
import { useMe } from "../../api/signed-in.ts";
import { readChatSearch } from "../../features/chat/chat-search.ts";
import { SessionList } from "../../features/chat/session-list.tsx";
import { RequireSession } from "../../features/session/require-session.tsx";
import { ConnectionBanner } from "../connection-banner.tsx";
import { EmergencyBanner } from "../emergency-banner.tsx";
import { TopBar } from "../top-bar.tsx";
import { useTitleCount } from "../use-title-count.ts";
import classes from "../review-layout.module.css";

/** The conversations beside the one that is open; on a narrow screen one or the other. */
export function ChatLayout() {
  return (
    <RequireSession>
      <Chat />
    </RequireSession>
  );
}

function Chat() {
  useLive(useMe()?.workspaceId);
  useTitleCount();
  const navigate = useNavigate();
  // The router passes on what its check dropped, so it is checked here again.
  const search = readChatSearch({ ...useSearch({ from: "/chat" }) });
  const open = useMatch({ from: "/chat/$id", shouldThrow: false });
  const isNew = useMatch({ from: "/chat/new", shouldThrow: false }) !== undefined;
  const isOpen = open !== undefined || isNew;
  return (
    <div className={classes.page}>
      <TopBar />
      <ConnectionBanner />
      <EmergencyBanner />
      <main className={classes.panes} data-open={isOpen || undefined}>
        <SessionList
          search={search}
          onSearch={(next) => void navigate({ to: ".", search: readChatSearch({ ...next }), replace: true })}
          openId={open?.params.id}
          order={isOpen ? 2 : 1}
          className={classes.queue}
        />
        <div className={classes.detail}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
