import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useSignInStep } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";

export function PasswordForm() {
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
