import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useSetPassword } from "../../../api/account.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/account.tsx";
import { MIN_PASSWORD_LENGTH } from "../../../ui/min-password-length.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Sets the first password of a person who signs in at a provider. */
export function SetPasswordForm({ providers }: { providers: string }) {
  const words = strings.provider;
  const email = useMe()?.email;
  const set = useSetPassword();
  const fault = set.error?.problem?.errors?.find(({ path }) => path === "/newPassword")?.message;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ newPassword: String(new FormData(event.currentTarget).get("new")) });
      }}
    >
      <Stack maw={400} gap="sm">
        <Text size="sm">{words.setSays(providers)}</Text>
        {/* Password managers need the account. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email ?? ""} hidden readOnly />
        <PasswordInput
          name="new"
          label={strings.password.new}
          description={strings.password.atLeast(MIN_PASSWORD_LENGTH)}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          error={fault}
        />
        {set.error && fault === undefined && (
          <Notice tone="error" title={words.notSet}>
            {set.error.message}
          </Notice>
        )}
        <Button type="submit" loading={set.isPending} style={{ alignSelf: "flex-start" }}>
          {words.set}
        </Button>
      </Stack>
    </form>
  );
}
