import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Blank } from "../ui/blank.tsx";

/** Loaded after the page; a notice that comes earlier waits for it. */
const Notices = lazy(async () => ({ default: (await import("./notices.tsx")).Notices }));

/** Notices stand inside the router, because they carry links. */
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

/** A fault of the page itself; nothing was decided by it. */
export function PageFault({ error }: { error: unknown }) {
  return (
    <main>
      <Blank icon={<IconAlertTriangle size={26} />} title="This page failed" order={1}>
        <p>Nothing was decided by it. {error instanceof Error ? error.message : ""}</p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      </Blank>
    </main>
  );
}

/**
 * Copies what is selected character by character. Left to itself a browser puts plain spaces in the place of spaces that
 * do not break. Fields copy by themselves.
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
