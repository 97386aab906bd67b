import { type Repeat, displayText, REJECTIONS_BEFORE_PAUSE, REPEATS_BEFORE_PAUSE } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import { keys } from "../../api/keys.ts";
import { pathOf, useChange } from "../../api/use-change.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { count } from "../../strings/count.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

interface Props {
  repeats: readonly Repeat[];
  onClose: () => void;
}

/** Lists rejected calls that agents repeated, and the tools paused because of them. */
export function RepeatsDialog({ repeats, onClose }: Props) {
  return (
    <Dialog size="lg" onClose={onClose} title="Retried after rejection" closesOutside>
      <Stack gap="lg">
        {repeats.length === 0 && <p role="status">Nothing is left to be looked at.</p>}
        {repeats.map((repeat) => (
          <OneRepeat key={repeat.id} repeat={repeat} onClose={onClose} />
        ))}
      </Stack>
    </Dialog>
  );
}

function OneRepeat({ repeat, onClose }: { repeat: Repeat; onClose: () => void }) {
  const { id, toolName, agent, repeats, repeatedAt, pausedAt, rejected } = repeat;
  const canDecide = mayDecide(useMe());
  const change = useChange(keys.repeats);
  const lift = (forget: boolean): void =>
    change.mutate({ method: "POST", path: `${pathOf("repeats", id)}/lift`, body: { forget } });
  const shown = displayText(toolName, { newlines: "mark" });
  return (
    <article aria-label={`${shown}, ${pausedAt === null ? "repeated" : "paused"}`}>
      <p>
        <b>
          <VisibleText text={toolName} newlines="mark" />
        </b>{" "}
        {pausedAt === null ? "is still in use." : "is paused for this agent."} <VisibleText text={agent.name} newlines="mark" />{" "}
        {pausedAt !== null && repeats < REPEATS_BEFORE_PAUSE ? (
          <>
            had {count(REJECTIONS_BEFORE_PAUSE, "call")} rejected one after another, last <Moment at={repeatedAt} />.
          </>
        ) : (
          <>
            asked {count(repeats, "time")} for what a person had rejected, last <Where repeat={repeat} />,{" "}
            <Moment at={repeatedAt} />. Nobody was asked again.
          </>
        )}
      </p>
      <Text size="sm" c="dimmed">
        {rejected.reason === null ? (
          "No reason was given. "
        ) : (
          <>
            Reason: “<VisibleText text={rejected.reason} />”{" "}
          </>
        )}
        <TextLink to="/actions/$id" params={{ id: rejected.pendingActionId }} onClick={onClose}>
          The rejected action
        </TextLink>
      </Text>
      {change.error && (
        <Notice tone="error" title="It was not lifted">
          {change.error.message}
        </Notice>
      )}
      {canDecide && (
        <Group mt="xs" gap="xs">
          {pausedAt !== null && (
            <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => lift(false)}>
              Lift the pause
            </Button>
          )}
          <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => lift(true)}>
            {pausedAt === null ? "Let it ask again" : "Unblock and allow retries"}
          </Button>
        </Group>
      )}
    </article>
  );
}

function Where({ repeat: { missionId, sessionId } }: { repeat: Repeat }) {
  const name = missionId ?? sessionId;
  if (name === null) return <>in a call that names neither mission nor session</>;
  return (
    <>
      {missionId === null ? "in session " : "in mission "}
      <VisibleText text={name} newlines="mark" />
    </>
  );
}
