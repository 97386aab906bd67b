import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useChangePassword } from "../../../api/account.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/account.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { MIN_PASSWORD_LENGTH } from "../../../ui/min-password-length.ts";

/** Replaces the password of the signed-in person. */
export function PasswordForm() {
  const words = strings.password;
  const email = useMe()?.email;
  const change = useChangePassword();
  /** A new form has empty fields. */
  const [saved, setSaved] = useState(0);
  const faults = new Map(change.error?.problem?.errors?.map(({ path, message }) => [path, message]));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate(
      { currentPassword: String(form.get("current")), newPassword: String(form.get("new")) },
      { onSuccess: () => setSaved((times) => times + 1) },
    );
  };
  return (
    <form key={saved} onSubmit={submit}>
      <Stack maw={400} gap="sm">
        <Text size="sm">{words.says}</Text>
        {/* Password managers need the account. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email ?? ""} hidden readOnly />
        <PasswordInput
          name="current"
          label={words.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={faults.get("/currentPassword")}
        />
        <PasswordInput
          name="new"
          label={words.new}
          description={words.atLeast(MIN_PASSWORD_LENGTH)}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          error={faults.get("/newPassword")}
        />
        {change.error && faults.size === 0 && (
          <Notice tone="error" title={words.failed}>
            {change.error.message}
          </Notice>
        )}
        {change.isSuccess && (
          <Text size="sm" role="status">
            {words.saved}
          </Text>
        )}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: "flex-start" }}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
