import type { Me } from "@countersign/protocol";
import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { strings } from "../../strings/session.tsx";
import { useSignInStep } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";
import { MIN_PASSWORD_LENGTH } from "../../ui/min-password-length.ts";

/** Lets a person who came by a one-time link choose how to sign in from then on. */
export function SetupForm({ me }: { me: Me }) {
  const words = strings.setUp;
  const setUp = useSignInStep("account/setup");
  const faults = new Map(setUp.error?.problem?.errors?.map(({ path, message }) => [path.replace(/^\//, ""), message]));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        setUp.mutate({
          name: String(form.get("name")),
          email: String(form.get("email")),
          password: String(form.get("password")),
        });
      }}
    >
      <Stack>
        <Text size="sm">{words.explains}</Text>
        <TextInput
          name="name"
          label={words.yourName}
          description={words.shownNextToDecisions}
          autoComplete="name"
          required
          withAsterisk={false}
          error={faults.get("name")}
        />
        <TextInput
          name="email"
          type="email"
          label={strings.email}
          autoComplete="username"
          // Hides the placeholder address stored until the person enters their own.
          defaultValue={me.email?.endsWith(".local") ? "" : (me.email ?? "")}
          required
          withAsterisk={false}
          error={faults.get("email")}
        />
        <PasswordInput
          name="password"
          label={strings.password}
          description={strings.atLeastCharacters(MIN_PASSWORD_LENGTH)}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          error={faults.get("password")}
        />
        {setUp.error && faults.size === 0 && (
          <Notice tone="error" title={words.notSaved}>
            {setUp.error.message}
          </Notice>
        )}
        <Button type="submit" loading={setUp.isPending}>
          {words.toInbox}
        </Button>
      </Stack>
    </form>
  );
}
