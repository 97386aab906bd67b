import { Center, Loader } from "@mantine/core";
import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { IconMapQuestion } from "@tabler/icons-react";
import { useLive } from "../../api/use-live.ts";
import { useMe } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";
import { EmbeddedContext } from "../../ui/embedding.ts";
import { ConnectionBanner } from "../shell/connection-banner.tsx";
import { EmbeddedSession } from "./embedded-session.tsx";
import { readEmbedPath } from "./read-embed-path.ts";
import { strings } from "../../strings/embed.tsx";

const ActionPage = lazy(async () => ({ default: (await import("../../features/action/action-page.tsx")).ActionPage }));
const SessionProposals = lazy(async () => ({ default: (await import("../session-page.tsx")).SessionProposals }));
const NO_FILTER = {};

/** Only one page: no link inside a frame navigates within the frame. */
const router = createRouter({ routeTree: createRootRoute({ component: EmbeddedPage, notFoundComponent: EmbeddedPage }) });

/** Application for frames in other sites: one action or one conversation's proposals, nothing else of the inbox. */
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
            <Loader aria-label={strings.loading} />
          </Center>
        }
      >
        {shown?.kind === "action" && <ActionPage id={shown.id} filter={NO_FILTER} />}
        {shown?.kind === "session" && <SessionProposals filter={{ sessionId: shown.id }} />}
      </Suspense>
      {!shown && (
        <Blank icon={<IconMapQuestion size={26} />} title={strings.nothingHere.title} order={1}>
          {strings.nothingHere.shows(<code>/embed/actions/…</code>, <code>/embed/sessions/…</code>)}
        </Blank>
      )}
    </main>
  );
}

/** Posts the page's height to the embedding page, so that the frame needs no scroll bar. The message contains nothing else. */
function tellHeight(page: HTMLElement): () => void {
  const tell = (): void => window.parent.postMessage({ type: "countersign:height", height: Math.ceil(page.scrollHeight) }, "*");
  const observer = new ResizeObserver(tell);
  observer.observe(page);
  return () => observer.disconnect();
}
