import { Anchor, Button, PasswordInput, Stack, Text } from "@mantine/core";
import { strings } from "../../strings/session.tsx";
import { useSignInStep } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";
import { MIN_PASSWORD_LENGTH } from "../../ui/min-password-length.ts";

interface Props {
  token: string;
  onDone: () => void;
  onSkip: () => void;
}

/** Lets somebody who came by a link of a mail choose a new password. Opening the page does not use up the link. */
export function ResetForm({ token, onDone, onSkip }: Props) {
  const words = strings.reset;
  const reset = useSignInStep("password/reset");
  const fault = reset.error?.problem?.errors?.find(({ path }) => path === "/password")?.message;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const password = String(new FormData(event.currentTarget).get("password"));
        // This form is gone by then, and with it the callbacks of `mutate`.
        reset.mutateAsync({ token, password }).then(onDone, () => undefined);
      }}
    >
      <Stack>
        <Text size="sm">{words.signsOut}</Text>
        <PasswordInput
          name="password"
          label={words.newPassword}
          description={strings.atLeastCharacters(MIN_PASSWORD_LENGTH)}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          error={fault}
        />
        {reset.error && fault === undefined && (
          <Notice tone="error" title={words.notChanged}>
            {reset.error.message}
          </Notice>
        )}
        <Button type="submit" loading={reset.isPending}>
          {words.save}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onSkip}>
          {strings.useEmailInstead}
        </Anchor>
      </Stack>
    </form>
  );
}
