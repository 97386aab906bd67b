import { Avatar, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useSignInStep } from "../api/auth.ts";
import { useMe } from "../api/use-me.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { ColorSchemeMenu } from "./color-scheme-menu.tsx";
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
      <Group gap={4} ml="auto" wrap="nowrap">
        <ColorSchemeMenu />
        {me && (
          <Menu position="bottom-end">
            <Menu.Target>
              <UnstyledButton className={classes.account} aria-label={`Account of ${me.principal.name}`}>
                <Avatar size={28} radius="xl" name={me.principal.name} color="indigo" variant="filled" />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>
                {me.principal.name}
                {me.role ? `, ${ROLE_WORDS[me.role]}` : ""}
              </Menu.Label>
              <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate({})}>
                Sign out
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </header>
  );
}
