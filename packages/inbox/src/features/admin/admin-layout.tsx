import { Outlet } from "@tanstack/react-router";
import { useMe } from "../../api/signed-in.ts";
import { AskAdministrator } from "./ask-administrator.tsx";
import classes from "./shared/admin.module.css";

/** Pages for administrators; other people see whom to ask. The server refuses other roles regardless of what is shown here. */
export function AdminLayout() {
  if (useMe()?.role !== "admin") return <AskAdministrator />;
  return (
    <div className={classes.page}>
      <Outlet />
    </div>
  );
}
