import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { strings } from "../../strings/session.tsx";
import { useForgottenPassword } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";

/** Asks for a mail with a link to choose a new password. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const words = strings.forgot;
  const ask = useForgottenPassword();
  const fault = ask.error?.problem?.errors?.find(({ path }) => path === "/email")?.message;
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      {words.back}
    </Anchor>
  );
  if (ask.isSuccess) {
    return (
      <Stack>
        <Notice tone="info" title={words.checkMailbox}>
          {words.linkOnItsWay}
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
        <Text size="sm">{words.youGetMail}</Text>
        <TextInput
          name="email"
          type="email"
          label={strings.email}
          autoComplete="username"
          required
          withAsterisk={false}
          error={fault}
        />
        {ask.error && fault === undefined && (
          <Notice tone="error" title={words.notSent}>
            {ask.error.message}
          </Notice>
        )}
        <Button type="submit" loading={ask.isPending}>
          {words.send}
        </Button>
        {back}
      </Stack>
    </form>
  );
}
