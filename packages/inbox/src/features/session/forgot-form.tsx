import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForgottenPassword } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";

/** Asks for a mail with a link to choose a new password. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const ask = useForgottenPassword();
  const fault = ask.error?.problem?.errors?.find(({ path }) => path === "/email")?.message;
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      Back to signing in
    </Anchor>
  );
  if (ask.isSuccess) {
    return (
      <Stack>
        <Notice tone="info" title="Check your mailbox">
          If somebody signs in with this address, a link is on its way. The link works once, within an hour. No more than three
          links are sent at a time, so an earlier mail may have the one to use.
        </Notice>
        {back}
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ email: String(new FormData(event.currentTarget).get("email")) });
      }}
    >
      <Stack>
        <Text size="sm">You get a mail with a link to choose a new password.</Text>
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          required
          withAsterisk={false}
          error={fault}
        />
        {ask.error && fault === undefined && (
          <Notice tone="error" title="No mail was sent">
            {ask.error.message}
          </Notice>
        )}
        <Button type="submit" loading={ask.isPending}>
          Send the link
        </Button>
        {back}
      </Stack>
    </form>
  );
}
