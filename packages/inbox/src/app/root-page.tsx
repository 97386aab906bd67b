import { Notifications } from "@mantine/notifications";
import { Outlet } from "@tanstack/react-router";

/** Notices stand inside the router, because they carry links. */
export function RootPage() {
  return (
    <>
      <Outlet />
      <Notifications position="bottom-right" limit={3} />
    </>
  );
}
