import { Button, Center, Group, Loader } from "@mantine/core";
import { IconExternalLink, IconLock, IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { meQuery } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";
import { strings } from "../../strings/embed.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";

/** Shows its children to a signed-in person. Sign-in opens a new tab; it must not happen inside another site's page. */
export function EmbeddedSession({ children }: { children: ReactNode }) {
  const { data: me, error, refetch, isFetching } = useQuery({ ...meQuery, refetchOnWindowFocus: "always" });
  const signedOut = error?.code === "UNAUTHENTICATED" || me?.needsPassword === true;
  if (me && !signedOut) return children;
  if (!error && !signedOut) {
    return (
      <Center component="main" h={160}>
        <Loader aria-label={strings.loading} />
      </Center>
    );
  }
  const again = (
    <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
      {uiStrings.tryAgain}
    </Button>
  );
  if (!signedOut) {
    return (
      <main>
        <Blank icon={<IconPlugConnectedX size={26} />} title={strings.unreachable.title} order={1}>
          <p>
            {error?.message} {strings.unreachable.meaning}
          </p>
          {again}
        </Blank>
      </main>
    );
  }
  return (
    <main>
      <Blank icon={<IconLock size={26} />} title={strings.signIn.title} order={1}>
        <p>{strings.signIn.meaning}</p>
        <Group justify="center">
          <Button
            component="a"
            href="/"
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={17} aria-hidden />}
          >
            {strings.signIn.openInbox}
          </Button>
          {again}
        </Group>
      </Blank>
    </main>
  );
}
