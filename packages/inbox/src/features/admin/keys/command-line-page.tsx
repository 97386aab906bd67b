import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { request, type ApiError } from "../../../api/request.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/keys.tsx";
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
    document.title = strings.commandLine.pageTitle;
  }, []);
  const words = strings.commandLine;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate(userCode);
  };
  return (
    <div className={classes.page}>
      <PageHead title={words.title} says={words.says} />
      {find.data ? (
        <Answer asked={find.data} userCode={userCode} onAgain={() => find.reset()} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md" maw={400}>
            <TextInput
              label={words.code}
              description={words.codeSays}
              placeholder={words.codePlaceholder}
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
                {words.find}
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
  const words = strings.commandLine;
  if (answer.isSuccess) {
    return answer.variables ? (
      <Notice tone="info" title={words.signedIn}>
        {words.signedInSays}
      </Notice>
    ) : (
      <Notice tone="info" title={words.refused}>
        {words.refusedSays}
      </Notice>
    );
  }
  return (
    <Stack gap="md" maw={640}>
      <dl className={classes.facts}>
        <Fact name={words.computer}>
          <VisibleText text={asked.deviceName} newlines="mark" />
        </Fact>
        <Fact name={words.address}>
          <VisibleText text={asked.clientAddress} newlines="mark" />
        </Fact>
        <Fact name={words.asked}>
          <Moment at={asked.createdAt} />
        </Fact>
        <Fact name={words.code}>
          <code>{userCode}</code>
        </Fact>
      </dl>
      <Text size="sm">{words.rights}</Text>
      {answer.error && (
        <Notice tone="error" title={words.failed}>
          {answer.error.message}
          <Button size="compact-sm" variant="subtle" onClick={onAgain}>
            {words.another}
          </Button>
        </Notice>
      )}
      <Group>
        <Button loading={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          {words.confirm}
        </Button>
        <Button variant="default" loading={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          {words.refuse}
        </Button>
      </Group>
    </Stack>
  );
}
