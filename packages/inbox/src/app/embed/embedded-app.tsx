import { Center, Loader } from "@mantine/core";
import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useLive } from "../../api/use-live.ts";
import { useMe } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";
import { EmbeddedContext } from "../../ui/embedding.ts";
import { IconMapQuestion } from "@tabler/icons-react";
import { ConnectionBanner } from "../connection-banner.tsx";
import { EmbeddedSession } from "./embedded-session.tsx";
import { readEmbedPath } from "./read-embed-path.ts";
import { tellHeight } from "./tell-height.ts";

const ActionCard = lazy(async () => ({ default: (await import("./action-card.tsx")).ActionCard }));
const SessionTable = lazy(async () => ({ default: (await import("./session-table.tsx")).SessionTable }));

/** It has one page: from inside a frame no link leads on within it. */
const router = createRouter({ routeTree: createRootRoute({ component: EmbeddedPage, notFoundComponent: EmbeddedPage }) });

/** What other sites show in a frame: one action, or the proposals of one conversation; nothing else of the inbox. */
export const EmbeddedApp = () => <RouterProvider router={router as never} />;

function EmbeddedPage() {
  return (
    <EmbeddedContext value={true}>
      <EmbeddedSession>
        <Shown />
      </EmbeddedSession>
    </EmbeddedContext>
  );
}

function Shown() {
  const page = useRef<HTMLElement>(null);
  useLive(useMe()?.workspaceId);
  useEffect(() => (page.current ? tellHeight(page.current) : undefined), []);
  const shown = readEmbedPath(window.location.pathname);
  return (
    <main ref={page}>
      <ConnectionBanner />
      <Suspense
        fallback={
          <Center h={160}>
            <Loader aria-label="Loading" />
          </Center>
        }
      >
        {shown?.kind === "action" && <ActionCard id={shown.id} />}
        {shown?.kind === "session" && <SessionTable id={shown.id} />}
      </Suspense>
      {!shown && (
        <Blank icon={<IconMapQuestion size={26} />} title="There is nothing to show at this address" order={1}>
          A frame shows <code>/embed/actions/…</code> or <code>/embed/sessions/…</code>
        </Blank>
      )}
    </main>
  );
}
