import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useExactCopy } from "../ui/use-exact-copy.ts";

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
