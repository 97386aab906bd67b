import { Button, Center, Group, Loader } from "@mantine/core";
import { IconExternalLink, IconLock, IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { meQuery } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";

/** Shows its children to a signed-in person. Sign-in opens a new tab; it must not happen inside another site's page. */
export function EmbeddedSession({ children }: { children: ReactNode }) {
  const { data: me, error, refetch, isFetching } = useQuery({ ...meQuery, refetchOnWindowFocus: "always" });
  const signedOut = error?.code === "UNAUTHENTICATED" || me?.needsPassword === true;
  if (me && !signedOut) return children;
  if (!error && !signedOut) {
    return (
      <Center component="main" h={160}>
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  const again = (
    <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  );
  if (!signedOut) {
    return (
      <main>
        <Blank icon={<IconPlugConnectedX size={26} />} title="The server cannot be reached" order={1}>
          <p>{error?.message} Whatever waits there is safe.</p>
          {again}
        </Blank>
      </main>
    );
  }
  return (
    <main>
      <Blank icon={<IconLock size={26} />} title="Sign in to see this" order={1}>
        <p>You are not signed in to Countersign, or this browser keeps your session from the page around.</p>
        <Group justify="center">
          <Button
            component="a"
            href="/"
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={17} aria-hidden />}
          >
            Open the inbox
          </Button>
          {again}
        </Group>
      </Blank>
    </main>
  );
}
