import { Button, Center, Loader } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { strings } from "../../strings/app.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { meQuery } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";

/** Renders its children for a signed-in person only. Loaded content stays on the screen while the server is unreachable. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useQuery(meQuery);
  const signedOut = error?.code === "UNAUTHENTICATED" || me?.needsPassword === true;
  useGoToSignIn(signedOut);
  if (me && !signedOut) return children;
  if (!error || signedOut) {
    return (
      <Center component="main" h="100dvh">
        <Loader aria-label={strings.loading} />
      </Center>
    );
  }
  return (
    <main>
      <Blank icon={<IconPlugConnectedX size={26} />} title={strings.unreachable} order={1}>
        <p>
          {error.message} {strings.waitsSafely}
        </p>
        <Button variant="default" onClick={() => void refetch()}>
          {uiStrings.tryAgain}
        </Button>
      </Blank>
    </main>
  );
}

/** Navigates once: this page stays mounted while the next one loads, and would otherwise navigate again and again. */
function useGoToSignIn(signedOut: boolean): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (!signedOut) return;
    const { href } = router.state.location;
    void navigate({ to: "/sign-in", search: href === "/" ? {} : { next: href }, replace: true });
  }, [signedOut, navigate, router]);
}
