import { ERRORS, type ActionSummary, type BatchResult, type ErrorCode } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { Decided } from "../../api/decide-many.ts";
import type { ApiError } from "../../api/request.ts";
import { strings } from "../../strings/batch.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useArmed } from "../../ui/use-armed.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./batch-bar.module.css";

type Result = BatchResult["results"][number];

interface Props {
  rows: readonly ActionSummary[];
  sent: Decided;
  /** Why the rest could not be sent again; null if that was not tried or succeeded. */
  error: ApiError | null;
  isSending: boolean;
  /** Sends what is left. */
  onAgain: () => void;
  onDone: () => void;
}

/** The outcome of each action of a batch decision, with the reason for each that was skipped, and what could not be sent. */
export function BatchOutcome({ rows, sent, error, isSending, onAgain, onDone }: Props) {
  const { results, left, fault, unsure } = sent;
  const words = strings.outcome;
  const titles = new Map(rows.map(({ id, preview }) => [id, preview.title]));
  const armed = useArmed(left.map(({ pendingActionId }) => pendingActionId).join(" "));
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {words.decided(results.length - skipped, skipped)}
      </Text>
      {fault && (
        <Notice tone="error" title={words.notDecided(left.length)}>
          {(error ?? fault).message} {unsure > 0 && `${words.unsure(unsure)} `}
          {words.sendingAgainIsSafe}
        </Notice>
      )}
      <ul className={classes.list} tabIndex={0} aria-label={words.list}>
        {left.map(({ pendingActionId }, n) => (
          <li key={pendingActionId} className={classes.item}>
            <span className={classes.what}>
              <VisibleText text={titles.get(pendingActionId) ?? pendingActionId} newlines="mark" />
            </span>
            <span className={classes.outcome} data-skipped>
              {n < unsure ? words.notKnown : words.notSent}
            </span>
          </li>
        ))}
        {results.map((result) => (
          <li key={result.pendingActionId} className={classes.item}>
            <span className={classes.what}>
              <VisibleText text={titles.get(result.pendingActionId) ?? result.pendingActionId} newlines="mark" />
              {result.outcome === "skipped" && <small>{reasonOf(result)}</small>}
            </span>
            <span className={classes.outcome} data-skipped={result.outcome === "skipped" || undefined}>
              {words.words[result.outcome]}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        {fault && (
          <DecideButton armed={armed} color="indigo" loading={isSending} onClick={onAgain}>
            {words.sendAgain(left.length)}
          </DecideButton>
        )}
        <Button variant="default" onClick={onDone}>
          {uiStrings.close}
        </Button>
      </Group>
    </Stack>
  );
}

function reasonOf({ code, detail }: Result): string {
  const known = code !== undefined && Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].title : strings.outcome.noReason;
  return detail ? `${known}: ${detail}` : known;
}
