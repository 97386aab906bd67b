import { Link, Outlet } from "@tanstack/react-router";
import { useMe } from "../../api/signed-in.ts";
import { AskAdministrator } from "./ask-administrator.tsx";
import classes from "./shared/admin.module.css";

const SECTIONS = [
  { to: "/admin/tools", label: "Tools" },
  { to: "/admin/studio", label: "Studio", feature: "studio" },
  { to: "/admin/upstreams", label: "Upstreams" },
  { to: "/admin/connections", label: "Connections" },
  { to: "/admin/notifications", label: "Notifications", feature: "notifications" },
  { to: "/admin/groups", label: "Groups" },
  { to: "/admin/agents", label: "Agents" },
  { to: "/admin/grants", label: "Grants" },
  { to: "/admin/content", label: "Content", feature: "content" },
  { to: "/admin/keys", label: "Keys" },
  { to: "/admin/people", label: "People" },
  { to: "/admin/try", label: "Try it" },
] as const satisfies readonly { to: string; label: string; feature?: string }[];

/** Pages for administrators; other people see whom to ask. The server refuses other roles regardless of what is shown here. */
export function AdminLayout() {
  const me = useMe();
  if (me?.role !== "admin") return <AskAdministrator />;
  const sections = SECTIONS.filter((section) => !("feature" in section) || me.features.includes(section.feature));
  return (
    <div className={classes.page}>
      <nav className={classes.sections} aria-label="Administration">
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.sectionLink} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
