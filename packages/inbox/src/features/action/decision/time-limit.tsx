import type { Action } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import { useChangeTimeLimit } from "../../../api/decisions.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";
import { Countdown, Moment } from "../../../ui/moment.tsx";
import { Fact } from "../section.tsx";

const HOUR_MS = 3_600_000;
const SPANS: readonly (readonly [words: string, ms: number])[] = [
  ["In an hour", HOUR_MS],
  ["In four hours", 4 * HOUR_MS],
  ["In a day", 24 * HOUR_MS],
  ["In a week", 7 * 24 * HOUR_MS],
];
const LATEST = "latest";
const NEVER = "never";
const AT = "at";

/** When an action expires; while it waits, whoever may decide can change that. */
export function TimeLimit({ action }: { action: Action }) {
  const me = useMe();
  const embedded = useEmbedded();
  const { status, expiresAt } = action;
  if (status === "pending" && !embedded && mayDecide(me)) return <ChangeableTimeLimit action={action} />;
  if (expiresAt === null) return null;
  return status === "pending" ? (
    <Fact name="Expires">
      <Countdown until={expiresAt} />
    </Fact>
  ) : (
    <Fact name="Would have expired">
      <Moment at={expiresAt} />
    </Fact>
  );
}

function ChangeableTimeLimit({ action }: { action: Action }) {
  const { expiresAt } = action;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    // The form that had the focus goes away.
    opener.current?.focus();
  };
  return (
    <Fact name="Expires" wide={isOpen}>
      <Group gap="xs">
        {expiresAt === null ? "never" : <Countdown until={expiresAt} />}
        <Button
          ref={opener}
          size="compact-xs"
          variant="default"
          aria-label="Change when it expires"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Change
        </Button>
      </Group>
      {isOpen && <TimeLimitForm action={action} close={close} />}
    </Fact>
  );
}

function TimeLimitForm({ action, close }: { action: Action; close: () => void }) {
  const { id, expiresAt, latestExpiresAt = null } = action;
  const change = useChangeTimeLimit(id);
  // A change is refused if the limit is another by now than when the form was opened.
  const [seen] = useState(expiresAt);
  const latest = latestExpiresAt === null ? Infinity : Date.parse(latestExpiresAt);
  const [spans] = useState(() => SPANS.filter(([, ms]) => Date.now() + ms <= latest));
  const last = latestExpiresAt === null ? { value: NEVER, label: "Never" } : { value: LATEST, label: "As late as possible" };
  const [choice, setChoice] = useState(spans[0] ? String(spans[0][1]) : last.value);
  const [at, setAt] = useState("");
  const endOf = (): string | null => {
    if (choice === NEVER) return null;
    if (choice === LATEST) return latestExpiresAt;
    return new Date(choice === AT ? at : Date.now() + Number(choice)).toISOString();
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ expiresAt: endOf(), seen }, { onSuccess: close });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="xs" mt="xs" align="flex-start">
        <NativeSelect
          size="xs"
          aria-label="Expires"
          value={choice}
          onChange={({ currentTarget }) => setChoice(currentTarget.value)}
          data={[...spans.map(([label, ms]) => ({ value: String(ms), label })), last, { value: AT, label: "At another time" }]}
        />
        {choice === AT && (
          <TextInput
            size="xs"
            type="datetime-local"
            label="Time"
            description="On this computer's clock"
            required
            withAsterisk={false}
            value={at}
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
        )}
        {latestExpiresAt !== null && (
          <Text size="xs" c="dimmed">
            The agent or a routing rule asked that it expires at the latest <Moment at={latestExpiresAt} />.
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" variant="default">
            Set
          </Button>
          <Button size="xs" variant="subtle" color="gray" c="dimmed" onClick={close}>
            Cancel
          </Button>
        </Group>
        {change.error && (
          <Text size="xs" c="red" role="alert">
            {change.error.message}
          </Text>
        )}
      </Stack>
    </form>
  );
}
