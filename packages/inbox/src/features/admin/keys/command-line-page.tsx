import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { request, type ApiError } from "../../../api/request.ts";
import { useMe } from "../../../api/signed-in.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { PageHead } from "../shared/page-head.tsx";
import classes from "../shared/admin.module.css";

/** The device that asks to sign in, as the server saw it. */
interface Asked {
  deviceName: string;
  clientAddress: string;
  createdAt: string;
}

/**
 * The page of the device flow where a person confirms the sign-in of the command line. The person types the code that the
 * terminal shows; a link with the code in it could be sent by an attacker.
 */
export function CommandLinePage() {
  const [userCode, setUserCode] = useState("");
  const find = useMutation<Asked, ApiError, string>({
    mutationFn: (code) => request("POST", "/api/auth/device/find", { userCode: code }),
  });
  useEffect(() => {
    document.title = "Sign in a command line · Countersign";
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate(userCode);
  };
  return (
    <div className={classes.page}>
      <PageHead
        title="Sign in a command line"
        says={
          <>
            Type the code that <code>countersign sign-in</code> shows in your terminal. If you did not start it yourself, do not
            confirm a code that somebody else gave you.
          </>
        }
      />
      {find.data ? (
        <Answer asked={find.data} userCode={userCode} onAgain={() => find.reset()} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md" maw={400}>
            <TextInput
              label="Code"
              description="Eight letters"
              placeholder="BCDF-GHJK"
              required
              withAsterisk={false}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              maxLength={20}
              value={userCode}
              error={find.error?.message}
              onChange={({ currentTarget }) => setUserCode(currentTarget.value)}
            />
            <Group>
              <Button type="submit" loading={find.isPending}>
                Look it up
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </div>
  );
}

function Answer({ asked, userCode, onAgain }: { asked: Asked; userCode: string; onAgain: () => void }) {
  const me = useMe();
  const answer = useMutation<unknown, ApiError, boolean>({
    mutationFn: (approve) =>
      request("POST", "/api/auth/device/answer", { userCode, approve, workspaceId: me?.workspaceId ?? "" }),
  });
  if (answer.isSuccess) {
    return answer.variables ? (
      <Notice tone="info" title="The command line is signed in">
        Go back to your terminal. The token is listed under Personal tokens, and ends there when you revoke it.
      </Notice>
    ) : (
      <Notice tone="info" title="Refused">
        Nobody was signed in.
      </Notice>
    );
  }
  return (
    <Stack gap="md" maw={640}>
      <dl className={classes.facts}>
        <Fact name="Computer">
          <VisibleText text={asked.deviceName} newlines="mark" />
        </Fact>
        <Fact name="Address">
          <VisibleText text={asked.clientAddress} newlines="mark" />
        </Fact>
        <Fact name="Asked">
          <Moment at={asked.createdAt} />
        </Fact>
        <Fact name="Code">
          <code>{userCode}</code>
        </Fact>
      </dl>
      <Text size="sm">
        It may then read, as you, everything you may read here, for 12 hours. It cannot approve, reject or change anything: for
        that, the command line asks for your password each time.
      </Text>
      {answer.error && (
        <Notice tone="error" title="Nothing was signed in">
          {answer.error.message}
          <Button size="compact-sm" variant="subtle" onClick={onAgain}>
            Type another code
          </Button>
        </Notice>
      )}
      <Group>
        <Button loading={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          Sign it in
        </Button>
        <Button variant="default" loading={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          Refuse
        </Button>
      </Group>
    </Stack>
  );
}
