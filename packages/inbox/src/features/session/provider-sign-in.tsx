import { Anchor, Button, Divider, Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { displayText } from "@countersign/protocol";
import { strings } from "../../strings/session.tsx";
import { useBeginSignOn, type OfferedWays } from "../../api/signed-in.ts";
import { readSignInSearch } from "../../page-search.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./sign-in-page.module.css";

/** Buttons for the sign-in providers above the password form, which is folded where only administrators may use it. */
export function ProviderSignIn({ ways, children }: { ways: OfferedWays; children: ReactNode }) {
  const words = strings.providers;
  const { next, problem, provider } = readSignInSearch({ ...useSearch({ from: "/sign-in" }) });
  const [isUnfolded, setUnfolded] = useState(ways.passwords === "everyone");
  const begin = useBeginSignOn();
  return (
    <Stack>
      {begin.error ? (
        <Notice tone="error" title={words.notReached}>
          {begin.error.message}
        </Notice>
      ) : (
        problem !== undefined && (
          <Notice tone="error" title={words.notSignedIn}>
            {sayProblem(problem, ways.providers.find(({ id }) => id === provider)?.name ?? words.theProvider)}
          </Notice>
        )
      )}
      {ways.providers.map(({ id, name }) => (
        <Button
          key={id}
          classNames={{ root: classes.provider ?? "", label: classes.providerLabel ?? "" }}
          loading={begin.isPending && begin.variables.provider === id}
          onClick={() => begin.mutate({ provider: id, ...(next !== undefined && { next }) })}
        >
          {words.signInWith(displayText(name, { newlines: "mark" }))}
        </Button>
      ))}
      {isUnfolded ? (
        <>
          <Divider label={words.or} labelPosition="center" />
          {children}
        </>
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={() => setUnfolded(true)}>
          {words.usePassword}
        </Anchor>
      )}
    </Stack>
  );
}

function sayProblem(problem: string, name: string): string {
  const texts: Record<string, (name: string) => string> = strings.providers.problems;
  return (texts[problem] ?? strings.providers.problems.provider)(name);
}
