import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/signed-in.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { AccountButton } from "./account-button.tsx";
import { ColorSchemeButton } from "./color-scheme-button.tsx";
import classes from "./top-bar.module.css";

export function TopBar() {
  const me = useMe();
  const workspace = me?.workspaces.find(({ id }) => id === me.workspaceId);
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span className={classes.name}>Countersign</span>
      </Link>
      {workspace && (
        <Text size="sm" c="dimmed" className={classes.workspace}>
          <VisibleText text={workspace.name} newlines="mark" />
        </Text>
      )}
      <nav className={classes.places} aria-label="Pages">
        <TextLink to="/chat">Chat</TextLink>
        <TextLink to="/insights">Insights</TextLink>
        <TextLink to="/content">Content</TextLink>
        <TextLink to="/records">Records</TextLink>
        <TextLink to="/audit">Audit</TextLink>
        {me?.role === "admin" && <TextLink to="/admin/tools">Admin</TextLink>}
      </nav>
      <div className={classes.account}>
        <ColorSchemeButton />
        <AccountButton />
      </div>
    </header>
  );
}
