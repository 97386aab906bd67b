import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Blank } from "../ui/blank.tsx";
import { firstRead } from "./first-read.ts";
import { strings } from "../strings/app.tsx";

/** Loaded after the page; an earlier notice waits for it. */
const Notices = lazy(async () => {
  await firstRead;
  return { default: (await import("./notices.tsx")).Notices };
});

/** Notices are inside the router, because they contain links. */
export function RootPage() {
  useExactCopy();
  return (
    <>
      <Outlet />
      <Suspense>
        <Notices />
      </Suspense>
    </>
  );
}

/** Shown when the page itself fails. Such a failure decides nothing. */
export function PageFault({ error }: { error: unknown }) {
  return (
    <main>
      <Blank icon={<IconAlertTriangle size={26} />} title={strings.fault.title} order={1}>
        <p>
          {strings.fault.meaning} {error instanceof Error ? error.message : ""}
        </p>
        <Button variant="default" onClick={() => window.location.reload()}>
          {strings.fault.reload}
        </Button>
      </Blank>
    </main>
  );
}

/**
 * Copies a selection character by character, because browsers replace non-breaking spaces with plain ones. Form fields keep the
 * browser's own copying.
 */
function useExactCopy(): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => {
      const selected = getSelection();
      if (event.defaultPrevented || !selected || selected.isCollapsed || isField(event.target)) return;
      event.clipboardData?.setData("text/plain", selected.toString());
      event.preventDefault();
    };
    document.addEventListener("copy", copy);
    return () => document.removeEventListener("copy", copy);
  }, []);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
