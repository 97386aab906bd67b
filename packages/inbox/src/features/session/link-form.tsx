import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useSignInStep } from "../../api/signed-in.ts";
import { Notice } from "../../ui/notice.tsx";

/** A link opened by a mail scanner signs nobody in: only this button uses it up. */
export function LinkForm({ token, onSkip }: { token: string; onSkip: () => void }) {
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
