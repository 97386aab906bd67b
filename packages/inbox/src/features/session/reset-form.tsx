import { Anchor, Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useSignInStep } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";
import { MIN_PASSWORD_LENGTH } from "./min-password-length.ts";

interface Props {
  token: string;
  onDone: () => void;
  onSkip: () => void;
}

/** Lets somebody who came by a link of a mail choose a new password. Opening the page does not use up the link. */
export function ResetForm({ token, onDone, onSkip }: Props) {
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
        <Text size="sm">Saving it signs you out of every browser.</Text>
        <PasswordInput
          name="password"
          label="New password"
          description={`At least ${MIN_PASSWORD_LENGTH} characters`}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          error={fault}
        />
        {reset.error && fault === undefined && (
          <Notice tone="error" title="The password was not changed">
            {reset.error.message}
          </Notice>
        )}
        <Button type="submit" loading={reset.isPending}>
          Save the password
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onSkip}>
          Use e-mail and password instead
        </Anchor>
      </Stack>
    </form>
  );
}
