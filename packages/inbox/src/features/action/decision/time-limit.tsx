import type { Action } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { useChangeTimeLimit } from "../../../api/decisions.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";
import { Countdown, Moment } from "../../../ui/moment.tsx";
import { Fact } from "../section.tsx";

const HOUR_MS = 3_600_000;
const SPANS: readonly (readonly [name: keyof typeof strings.timeLimit.spans, ms: number])[] = [
  ["hour", HOUR_MS],
  ["fourHours", 4 * HOUR_MS],
  ["day", 24 * HOUR_MS],
  ["week", 7 * 24 * HOUR_MS],
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
    <Fact name={strings.timeLimit.expires}>
      <Countdown until={expiresAt} />
    </Fact>
  ) : (
    <Fact name={strings.timeLimit.wouldHaveExpired}>
      <Moment at={expiresAt} />
    </Fact>
  );
}

function ChangeableTimeLimit({ action }: { action: Action }) {
  const words = strings.timeLimit;
  const { expiresAt } = action;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    // The form that had the focus goes away.
    opener.current?.focus();
  };
  return (
    <Fact name={words.expires} wide={isOpen}>
      <Group gap="xs">
        {expiresAt === null ? words.noLimit : <Countdown until={expiresAt} />}
        <Button
          ref={opener}
          size="compact-xs"
          variant="default"
          aria-label={words.changeLabel}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.change}
        </Button>
      </Group>
      {isOpen && <TimeLimitForm action={action} close={close} />}
    </Fact>
  );
}

function TimeLimitForm({ action, close }: { action: Action; close: () => void }) {
  const words = strings.timeLimit;
  const { id, expiresAt, latestExpiresAt = null } = action;
  const change = useChangeTimeLimit(id);
  // A change is refused if the limit is another by now than when the form was opened.
  const [seen] = useState(expiresAt);
  const latest = latestExpiresAt === null ? Infinity : Date.parse(latestExpiresAt);
  const [spans] = useState(() => SPANS.filter(([, ms]) => Date.now() + ms <= latest));
  const last =
    latestExpiresAt === null ? { value: NEVER, label: words.never } : { value: LATEST, label: words.asLateAsPossible };
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
          aria-label={words.expires}
          value={choice}
          onChange={({ currentTarget }) => setChoice(currentTarget.value)}
          data={[
            ...spans.map(([name, ms]) => ({ value: String(ms), label: words.spans[name] })),
            last,
            { value: AT, label: words.atAnotherTime },
          ]}
        />
        {choice === AT && (
          <TextInput
            size="xs"
            type="datetime-local"
            label={words.time}
            description={words.onThisClock}
            required
            withAsterisk={false}
            value={at}
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
        )}
        {latestExpiresAt !== null && (
          <Text size="xs" c="dimmed">
            {words.latest(<Moment at={latestExpiresAt} />)}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" variant="default">
            {words.set}
          </Button>
          <Button size="xs" variant="subtle" color="gray" c="dimmed" onClick={close}>
            {uiStrings.cancel}
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
