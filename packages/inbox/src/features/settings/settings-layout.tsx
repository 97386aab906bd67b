import { Link, Outlet } from "@tanstack/react-router";
import { IconChevronLeft } from "@tabler/icons-react";
import { strings } from "../../strings/settings.tsx";
import { SettingsList } from "./settings-list.tsx";
import classes from "./settings.module.css";

/** A page of settings beside the list of all of them; a narrow window shows a link to the list instead. */
export function SettingsLayout() {
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <SettingsList isCompact />
      </div>
      <div className={classes.page} data-skip-here tabIndex={-1}>
        <Link to="/settings" className={classes.back}>
          <IconChevronLeft size={16} aria-hidden />
          {strings.all}
        </Link>
        <Outlet />
      </div>
    </div>
  );
}
