import { Outlet, useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { useFeature } from "../../api/signed-in.ts";
import { readChatSearch } from "../../page-search.ts";
import { SessionList } from "../../features/chat/session-list.tsx";
import { RequireSession } from "../../features/session/require-session.tsx";
import { SwitchedOff } from "../needs-feature.tsx";
import { Shell } from "../shell/shell.tsx";
import classes from "../review-layout.module.css";

/** Layout of the conversations beside the open one; a narrow screen shows one of the two. */
export function ChatLayout() {
  const isOn = useFeature("chat");
  return <RequireSession>{isOn ? <Chat /> : <NoChat />}</RequireSession>;
}

function NoChat() {
  return (
    <Shell>
      <main id="content" tabIndex={-1}>
        <SwitchedOff />
      </main>
    </Shell>
  );
}

function Chat() {
  const navigate = useNavigate();
  const search = readChatSearch({ ...useSearch({ from: "/chat" }) });
  const open = useMatch({ from: "/chat/$id", shouldThrow: false });
  const isNew = useMatch({ from: "/chat/new", shouldThrow: false }) !== undefined;
  const isOpen = open !== undefined || isNew;
  return (
    <Shell isFixed>
      <main id="content" tabIndex={-1} className={classes.panes} data-open={isOpen || undefined}>
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
    </Shell>
  );
}
