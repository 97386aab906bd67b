import { ERRORS, type ActionSummary, type BatchResult, type ErrorCode } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { Decided } from "../../api/decide-many.ts";
import type { ApiError } from "../../api/request.ts";
import { count } from "../../strings/count.ts";
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

const OUTCOME_WORDS = {
  approved: "Approved",
  voted: "Approved; others are still asked",
  rejected: "Rejected",
  refined: "Sent back",
  skipped: "Skipped",
} as const satisfies Record<Result["outcome"], string>;

/** The outcome of each action of a batch decision, with the reason for each that was skipped, and what could not be sent. */
export function BatchOutcome({ rows, sent, error, isSending, onAgain, onDone }: Props) {
  const { results, left, fault, unsure } = sent;
  const titles = new Map(rows.map(({ id, preview }) => [id, preview.title]));
  const armed = useArmed(left.map(({ pendingActionId }) => pendingActionId).join(" "));
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {count(results.length - skipped, "action")} decided{skipped > 0 ? `, ${skipped} skipped` : ""}.
      </Text>
      {fault && (
        <Notice tone="error" title={`${count(left.length, "action")} not decided, as far as is known`}>
          {(error ?? fault).message}{" "}
          {unsure > 0 && `It is not known whether ${unsure} of them ${unsure === 1 ? "was" : "were"} decided. `}
          Sending them again decides none of them twice. What is not decided stays in the inbox.
        </Notice>
      )}
      <ul className={classes.list} tabIndex={0} aria-label="Outcomes">
        {left.map(({ pendingActionId }, n) => (
          <li key={pendingActionId} className={classes.item}>
            <span className={classes.what}>
              <VisibleText text={titles.get(pendingActionId) ?? pendingActionId} newlines="mark" />
            </span>
            <span className={classes.outcome} data-skipped>
              {n < unsure ? "Not known" : "Not sent"}
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
              {OUTCOME_WORDS[result.outcome]}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        {fault && (
          <DecideButton armed={armed} color="indigo" loading={isSending} onClick={onAgain}>
            Send {count(left.length, "decision")} again
          </DecideButton>
        )}
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function reasonOf({ code, detail }: Result): string {
  const known = code !== undefined && Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].title : "Not decided";
  return detail ? `${known}: ${detail}` : known;
}
