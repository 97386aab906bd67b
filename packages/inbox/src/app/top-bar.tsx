import { displayText, type Me } from "@countersign/protocol";
import { Text, ActionIcon, NativeSelect, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { switchWorkspace, useFeature, useMe } from "../api/signed-in.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { AccountButton } from "./account-button.tsx";
import classes from "./top-bar.module.css";

export function TopBar() {
  const me = useMe();
  const [hasChat, hasContent] = [useFeature("chat"), useFeature("content")];
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span className={classes.name}>Countersign</span>
      </Link>
      {me && <WorkspaceName me={me} />}
      <nav className={classes.places} aria-label="Pages">
        {hasChat && <TextLink to="/chat">Chat</TextLink>}
        <TextLink to="/insights">Insights</TextLink>
        {hasContent && <TextLink to="/content">Content</TextLink>}
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

/** The workspace that this tab shows; whoever belongs to several switches here. */
function WorkspaceName({ me }: { me: Me }) {
  const workspace = me.workspaces.find(({ id }) => id === me.workspaceId);
  if (!workspace) return null;
  if (me.workspaces.length === 1) {
    return (
      <Text size="sm" c="dimmed" className={classes.workspace}>
        <VisibleText text={workspace.name} newlines="mark" />
      </Text>
    );
  }
  return (
    <div className={classes.workspace}>
      <NativeSelect
        size="xs"
        variant="unstyled"
        aria-label="Workspace"
        value={workspace.id}
        data={me.workspaces.map(({ id, name }) => ({ value: id, label: displayText(name) }))}
        onChange={(event) => switchWorkspace(event.currentTarget.value)}
      />
    </div>
  );
}

const SCHEMES = {
  auto: { name: "as the system", next: "light", Icon: IconDeviceDesktop },
  light: { name: "light", next: "dark", Icon: IconSun },
  dark: { name: "dark", next: "auto", Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Cycles through the colour schemes: system, light, dark. */
function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = SCHEMES[colorScheme];
  const label = `Colours: ${name}. Change to ${SCHEMES[next].name}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={19} aria-hidden />
    </ActionIcon>
  );
}
