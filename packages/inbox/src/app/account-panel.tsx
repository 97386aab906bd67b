import { Button, Stack, Switch, Text } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useState, type MouseEvent } from "react";
import { useFeature, useSignInStep } from "../api/signed-in.ts";
import { useNoticeChoice } from "../features/queue/use-arrival-notices.ts";
import { TextLink } from "../ui/text-link.tsx";
import { useShortcutChoice } from "../ui/use-shortcuts.ts";

/** Settings of this browser, and signing out. */
export function AccountPanel() {
  const [keysOn, setKeysOn] = useShortcutChoice();
  const signOut = useSignInStep("sign-out");
  const hasNotifications = useFeature("notifications");
  return (
    <Stack gap="md">
      <Switch
        label="Keys"
        description="Single-key shortcuts. Press ? for the full list."
        checked={keysOn}
        onChange={(event) => setKeysOn(event.currentTarget.checked)}
      />
      <NoticeSwitch />
      <TextLink to="/tokens" onClick={closePanel}>
        Personal tokens
      </TextLink>
      <TextLink to="/command-line" onClick={closePanel}>
        Sign in a command line
      </TextLink>
      {hasNotifications && (
        <TextLink to="/notifications" onClick={closePanel}>
          Notifications
        </TextLink>
      )}
      <TextLink to="/stand-ins" onClick={closePanel}>
        Delegates
      </TextLink>
      <TextLink to="/safety" onClick={closePanel}>
        Safety
      </TextLink>
      <TextLink to="/emergency-stop" onClick={closePanel}>
        Emergency stop
      </TextLink>
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

const closePanel = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();

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
