import {
  Anchor,
  Button,
  Group,
  NativeSelect,
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
import { strings } from "../../strings/shell.tsx";
import { chooseLanguage, chosenLanguage, LANGUAGES, OWN_NAMES } from "../../strings/language.ts";

/** Settings of this browser, the documentation, and signing out. */
export function AccountPanel() {
  const [keysOn, setKeysOn] = useShortcutChoice();
  const signOut = useSignInStep("sign-out");
  return (
    <Stack gap="md">
      <WorkspaceName />
      <ColorSchemeChoice />
      <LanguageChoice />
      <Switch
        label={strings.shortcuts}
        description={strings.account.shortcutsMeaning}
        checked={keysOn}
        onChange={(event) => setKeysOn(event.currentTarget.checked)}
      />
      <NextSwitch />
      <NoticeSwitch />
      <Group component="nav" aria-label={strings.account.documentation} gap="md">
        <Anchor href="/docs/guide/" size="sm">
          {strings.guide}
        </Anchor>
        <Anchor href="/docs" size="sm">
          {strings.apiReference}
        </Anchor>
      </Group>
      <Button
        variant="default"
        leftSection={<IconLogout size={17} aria-hidden />}
        loading={signOut.isPending}
        onClick={() => signOut.mutate({})}
      >
        {strings.signOut}
      </Button>
    </Stack>
  );
}

function NextSwitch() {
  const [opensNext, setOpensNext] = useOpensNext();
  return (
    <Switch
      label={strings.account.opensNext}
      description={strings.account.opensNextMeaning}
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
        {strings.account.colours}
      </Text>
      <SegmentedControl
        aria-labelledby="color-scheme"
        fullWidth
        size="xs"
        value={colorScheme}
        data={[
          { value: "auto", label: strings.account.coloursOf.auto },
          { value: "light", label: strings.account.coloursOf.light },
          { value: "dark", label: strings.account.coloursOf.dark },
        ]}
        onChange={(next) => setColorScheme(next as MantineColorScheme)}
      />
    </div>
  );
}

/** The language of this browser's inbox. A choice loads the page again. */
function LanguageChoice() {
  return (
    <NativeSelect
      size="xs"
      label={strings.account.language}
      value={chosenLanguage ?? ""}
      data={[
        { value: "", label: strings.account.browserLanguage },
        ...LANGUAGES.map((value) => ({ value, label: OWN_NAMES[value] })),
      ]}
      onChange={(event) => chooseLanguage(LANGUAGES.find((one) => one === event.currentTarget.value) ?? null)}
    />
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
        label={strings.account.notices}
        description={strings.account.noticesMeaning}
        checked={wanted && permission === "granted"}
        disabled={permission === "denied"}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {permission === "denied" && (
        <Text size="xs" mt={4}>
          {strings.account.noticesBlocked}
        </Text>
      )}
    </div>
  );
}
