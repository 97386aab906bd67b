import { type Repeat, displayText, REJECTIONS_BEFORE_PAUSE, REPEATS_BEFORE_PAUSE } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import { keys } from "../../api/keys.ts";
import { pathOf, useChange } from "../../api/use-change.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/queue.tsx";
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
    <Dialog size="lg" onClose={onClose} title={strings.repeats.title} closesOutside>
      <Stack gap="lg">
        {repeats.length === 0 && <p role="status">{strings.repeats.nothingLeft}</p>}
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
  const words = strings.repeats;
  const shown = displayText(toolName, { newlines: "mark" });
  const tool = (
    <b>
      <VisibleText text={toolName} newlines="mark" />
    </b>
  );
  const who = <VisibleText text={agent.name} newlines="mark" />;
  const last = <Moment at={repeatedAt} />;
  return (
    <article aria-label={pausedAt === null ? words.repeated(shown) : words.paused(shown)}>
      <p>
        {pausedAt === null ? words.isInUse(tool) : words.isPaused(tool)}{" "}
        {pausedAt !== null && repeats < REPEATS_BEFORE_PAUSE
          ? words.rejectedInARow(who, REJECTIONS_BEFORE_PAUSE, last)
          : words.askedAgain(who, repeats, <Where repeat={repeat} />, last)}
      </p>
      <Text size="sm" c="dimmed">
        {rejected.reason === null ? words.noReason : words.reason(<VisibleText text={rejected.reason} />)}{" "}
        <TextLink to="/actions/$id" params={{ id: rejected.pendingActionId }} onClick={onClose}>
          {words.rejectedAction}
        </TextLink>
      </Text>
      {change.error && (
        <Notice tone="error" title={words.notLifted}>
          {change.error.message}
        </Notice>
      )}
      {canDecide && (
        <Group mt="xs" gap="xs">
          {pausedAt !== null && (
            <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => lift(false)}>
              {words.liftPause}
            </Button>
          )}
          <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => lift(true)}>
            {pausedAt === null ? words.letAskAgain : words.unblock}
          </Button>
        </Group>
      )}
    </article>
  );
}

function Where({ repeat: { missionId, sessionId } }: { repeat: Repeat }) {
  const name = missionId ?? sessionId;
  if (name === null) return strings.repeats.inNeither;
  const shown = <VisibleText text={name} newlines="mark" />;
  return missionId === null ? strings.repeats.inSession(shown) : strings.repeats.inMission(shown);
}
