import { Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { meQuery } from "../../api/signed-in.ts";
import { LinkForm } from "./link-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SetupForm } from "./setup-form.tsx";
import { readSignInSearch } from "../../page-search.ts";
import classes from "./sign-in-page.module.css";

/** Password, one-time link, or the first administrator's set-up, by what the address and the session say. */
export function SignInPage() {
  const router = useRouter();
  const { next } = readSignInSearch({ ...useSearch({ from: "/sign-in" }) });
  const token = useLocation({ select: ({ hash }) => tokenOf(hash) });
  const [skipsLink, setSkipsLink] = useState(false);
  const { data: me, error, isPending } = useQuery(meQuery);
  const signedIn = me !== undefined && error === null && !me.needsPassword;

  useEffect(() => {
    document.title = "Sign in · Countersign";
    if (signedIn) router.history.replace(next ?? "/");
  }, [signedIn, next, router]);

  if (isPending || signedIn) return <main aria-busy="true" />;
  return (
    <main className={classes.page}>
      <Paper withBorder radius="lg" p="xl" className={classes.card}>
        <Stack gap="lg">
          <div>
            <img src="/icon.svg" alt="" width={40} height={40} />
            <Title order={1} size="h3" mt="sm">
              {me?.needsPassword ? "Set up your account" : "Sign in to Countersign"}
            </Title>
            <Text size="sm" c="dimmed">
              Agents propose. People countersign.
            </Text>
          </div>
          {me?.needsPassword ? (
            <SetupForm me={me} />
          ) : token !== null && !skipsLink ? (
            <LinkForm token={token} onSkip={() => setSkipsLink(true)} />
          ) : (
            <PasswordForm />
          )}
        </Stack>
      </Paper>
    </main>
  );
}

/** The token is in the fragment, which no server and no log gets to see. */
const tokenOf = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, "")).get("token");
