import type { Me } from "@countersign/protocol";
import { Paper, Stack, Text, Title, Anchor, Button, PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { strings } from "../../strings/session.tsx";
import { meQuery, signInWaysQuery, useSignInStep } from "../../api/signed-in.ts";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { ResetForm } from "./reset-form.tsx";
import { SetupForm } from "./setup-form.tsx";
import { readSignInSearch } from "../../page-search.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./sign-in-page.module.css";

type Step = "link" | "password" | "forgot" | "changed";

/** Begins anew when another link is opened in the same tab, which loads no new page. */
export function SignInPage() {
  const link = useLocation({ select: ({ hash }) => hash });
  return <SignIn key={link} link={link} />;
}

/** Shows the password form, a one-time link, the account set-up or a new password, depending on the URL and the session. */
function SignIn({ link }: { link: string }) {
  const router = useRouter();
  const { next } = readSignInSearch({ ...useSearch({ from: "/sign-in" }) });
  const [step, setStep] = useState<Step>("link");
  const { data: me, error, isPending } = useQuery(meQuery);
  const resetToken = step === "link" ? tokenOf(link, "reset") : null;
  const signedIn = me !== undefined && error === null && !me.needsPassword && resetToken === null;

  useEffect(() => {
    document.title = strings.documentTitle;
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
              {titleOf(me, resetToken, step)}
            </Title>
            <Text size="sm" c="dimmed">
              {strings.tagline}
            </Text>
          </div>
          <StepForm me={me} link={link} step={step} onStep={setStep} />
        </Stack>
      </Paper>
    </main>
  );
}

function titleOf(me: Me | undefined, resetToken: string | null, step: Step): string {
  if (resetToken !== null) return strings.titles.newPassword;
  if (me?.needsPassword) return strings.titles.setUp;
  return step === "forgot" ? strings.titles.forgot : strings.titles.signIn;
}

interface StepProps {
  me: Me | undefined;
  link: string;
  step: Step;
  onStep: (step: Step) => void;
}

function StepForm({ me, link, step, onStep }: StepProps) {
  const [resetToken, token] = step === "link" ? [tokenOf(link, "reset"), tokenOf(link, "token")] : [null, null];
  if (resetToken !== null)
    return <ResetForm token={resetToken} onDone={() => onStep("changed")} onSkip={() => onStep("password")} />;
  if (me?.needsPassword) return <SetupForm me={me} />;
  if (token !== null) return <LinkForm token={token} onSkip={() => onStep("password")} />;
  if (step === "forgot") return <ForgotForm onBack={() => onStep("password")} />;
  return <SignInForm isChanged={step === "changed"} onForgot={() => onStep("forgot")} />;
}

/** The token is in the URL fragment, which no server and no log gets to see. */
const tokenOf = (hash: string, kind: "token" | "reset"): string | null => new URLSearchParams(hash.replace(/^#/, "")).get(kind);

/** Only this button uses up the link, so a mail scanner that opens the link signs nobody in. */
function LinkForm({ token, onSkip }: { token: string; onSkip: () => void }) {
  const words = strings.link;
  const signIn = useSignInStep("sign-in/link");
  return (
    <Stack>
      <Text size="sm">{words.worksOnce}</Text>
      {signIn.error && (
        <Notice tone="error" title={words.didNotWork}>
          {signIn.error.code === "NO_ANSWER" ? signIn.error.message : words.usedOrExpired}
        </Notice>
      )}
      <Button loading={signIn.isPending} onClick={() => signIn.mutate({ token })}>
        {strings.signIn}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onSkip}>
        {strings.useEmailInstead}
      </Anchor>
    </Stack>
  );
}

interface PasswordFormProps {
  isChanged: boolean;
  onForgot: () => void;
}

/** Without an answer about providers, the password form is there at least. */
function SignInForm(props: PasswordFormProps) {
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  if (isPending) return <div aria-busy="true" />;
  const form = <PasswordForm {...props} />;
  return ways && ways.providers.length > 0 ? <ProviderSignIn ways={ways}>{form}</ProviderSignIn> : form;
}

function PasswordForm({ isChanged, onForgot }: PasswordFormProps) {
  const words = strings.withPassword;
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
        {isChanged && (
          <Notice tone="info" title={words.isChanged}>
            {words.signInWithIt}
          </Notice>
        )}
        <TextInput name="email" type="email" label={strings.email} autoComplete="username" required withAsterisk={false} />
        <PasswordInput name="password" label={strings.password} autoComplete="current-password" required withAsterisk={false} />
        {signIn.error && (
          <Notice tone="error" title={words.notSignedIn}>
            {signIn.error.code === "UNAUTHENTICATED" ? words.wrong : signIn.error.message}
          </Notice>
        )}
        <Button type="submit" loading={signIn.isPending}>
          {strings.signIn}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgot}>
          {words.forgot}
        </Anchor>
      </Stack>
    </form>
  );
}
