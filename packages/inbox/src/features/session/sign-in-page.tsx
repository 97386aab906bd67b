import { Paper, Stack, Text, Title, Anchor, Button, PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { meQuery, useSignInStep } from "../../api/signed-in.ts";
import { SetupForm } from "./setup-form.tsx";
import { readSignInSearch } from "../../page-search.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./sign-in-page.module.css";

/** Shows the password form, the one-time link or the account set-up, depending on the URL and the session. */
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

/** The token is in the URL fragment, which no server and no log gets to see. */
const tokenOf = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, "")).get("token");

/** Only this button uses up the link, so a mail scanner that opens the link signs nobody in. */
function LinkForm({ token, onSkip }: { token: string; onSkip: () => void }) {
  const signIn = useSignInStep("sign-in/link");
  return (
    <Stack>
      <Text size="sm">This one-time link signs you in on this browser. It works once.</Text>
      {signIn.error && (
        <Notice tone="error" title="The link did not work">
          {signIn.error.code === "NO_ANSWER"
            ? signIn.error.message
            : "It was used already, or it is too old. Ask for a new one, or use your password."}
        </Notice>
      )}
      <Button loading={signIn.isPending} onClick={() => signIn.mutate({ token })}>
        Sign in
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onSkip}>
        Use e-mail and password instead
      </Anchor>
    </Stack>
  );
}

function PasswordForm() {
  const signIn = useSignInStep("sign-in/email");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        signIn.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
      }}
    >
      <Stack>
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} />
        {signIn.error && (
          <Notice tone="error" title="Not signed in">
            {signIn.error.code === "UNAUTHENTICATED" ? "E-mail or password is not right." : signIn.error.message}
          </Notice>
        )}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
