import { ActionIcon, Text } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useSignInStep } from "../api/auth.ts";
import { useMe } from "../api/use-me.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { ColorSchemeButton } from "./color-scheme-button.tsx";
import classes from "./top-bar.module.css";

const ROLE_WORDS = { viewer: "can read", approver: "can decide", admin: "administers" } as const;

export function TopBar() {
  const me = useMe();
  const signOut = useSignInStep("sign-out");
  const workspace = me?.workspaces.find(({ id }) => id === me.workspaceId);
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        Countersign
      </Link>
      {workspace && (
        <Text size="sm" c="dimmed" className={classes.workspace}>
          <VisibleText text={workspace.name} newlines="mark" />
        </Text>
      )}
      <nav className={classes.places} aria-label="Pages">
        <TextLink to="/insights">Insights</TextLink>
        <TextLink to="/audit">Audit</TextLink>
      </nav>
      <div className={classes.account}>
        {me && (
          <span className={classes.name}>
            <VisibleText text={me.principal.name} newlines="mark" />
            {me.role && <small>{ROLE_WORDS[me.role]}</small>}
          </span>
        )}
        <ColorSchemeButton />
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size="lg"
          aria-label="Sign out"
          title="Sign out"
          loading={signOut.isPending}
          onClick={() => signOut.mutate({})}
        >
          <IconLogout size={19} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
}
