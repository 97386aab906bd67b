import {
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { useSignInStep } from "../../api/signed-in.ts";
import { useNoticeChoice } from "../../features/queue/use-arrival-notices.ts";
import { useOpensNext } from "../../ui/use-opens-next.ts";
import { useShortcutChoice } from "../../ui/use-shortcuts.ts";
import { WorkspaceName } from "./workspace-name.tsx";

/** Settings of this browser, the documentation, and signing out. */
export function AccountPanel() {
  const [keysOn, setKeysOn] = useShortcutChoice();
  const signOut = useSignInStep("sign-out");
  return (
    <Stack gap="md">
      <WorkspaceName />
      <ColorSchemeChoice />
      <Switch
        label="Keyboard shortcuts"
        description="Single-key shortcuts. Press ? for the full list."
        checked={keysOn}
        onChange={(event) => setKeysOn(event.currentTarget.checked)}
      />
      <NextSwitch />
      <NoticeSwitch />
      <Group component="nav" aria-label="Documentation" gap="md">
        <Anchor href="/docs/guide/" size="sm">
          Guide
        </Anchor>
        <Anchor href="/docs" size="sm">
          API reference
        </Anchor>
      </Group>
      <Button
        variant="default"
        leftSection={<IconLogout size={17} aria-hidden />}
        loading={signOut.isPending}
        onClick={() => signOut.mutate({})}
      >
        Sign out
      </Button>
    </Stack>
  );
}

function NextSwitch() {
  const [opensNext, setOpensNext] = useOpensNext();
  return (
    <Switch
      label="Open the next action after a decision"
      description="Otherwise the action stays open and shows how it ends."
      checked={opensNext}
      onChange={(event) => setOpensNext(event.currentTarget.checked)}
    />
  );
}

function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div>
      <Text size="sm" component="h2" fw={400} m={0} mb={4} id="color-scheme">
        Colours
      </Text>
      <SegmentedControl
        aria-labelledby="color-scheme"
        fullWidth
        size="xs"
        value={colorScheme}
        data={[
          { value: "auto", label: "As the system" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
        onChange={(next) => setColorScheme(next as MantineColorScheme)}
      />
    </div>
  );
}

/** Switch for notifications. Requests the browser's permission only when a person turns it on. */
function NoticeSwitch() {
  const [wanted, setWanted] = useNoticeChoice();
  const [permission, setPermission] = useState(() => ("Notification" in window ? Notification.permission : "denied"));
  const choose = async (on: boolean): Promise<void> => {
    setWanted(on);
    if (on && permission === "default") setPermission(await Notification.requestPermission());
  };
  return (
    <div>
      <Switch
        label="Desktop notifications"
        description="For the open view, while this tab is in the background. This browser only."
        checked={wanted && permission === "granted"}
        disabled={permission === "denied"}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {permission === "denied" && (
        <Text size="xs" mt={4}>
          This browser does not allow it for this page. Its settings for the site change that.
        </Text>
      )}
    </div>
  );
}
