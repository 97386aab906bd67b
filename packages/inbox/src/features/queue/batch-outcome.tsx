import { ERRORS, type ActionSummary, type BatchResult, type ErrorCode } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import { count } from "../../ui/count.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./batch-bar.module.css";

type Result = BatchResult["results"][number];

interface Props {
  rows: readonly ActionSummary[];
  results: readonly Result[];
  onDone: () => void;
}

const OUTCOME_WORDS = {
  approved: "Approved",
  voted: "Approved; others are still asked",
  rejected: "Rejected",
  refined: "Sent back",
  skipped: "Skipped",
} as const satisfies Record<Result["outcome"], string>;

/** The outcome of each action of a batch decision, with the reason for each action that was skipped. */
export function BatchOutcome({ rows, results, onDone }: Props) {
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {count(results.length - skipped, "action")} decided{skipped > 0 ? `, ${skipped} skipped` : ""}.
      </Text>
      <ul className={classes.list} tabIndex={0} aria-label="Outcomes">
        {results.map((result) => (
          <li key={result.pendingActionId} className={classes.item}>
            <span className={classes.what}>
              <VisibleText
                text={rows.find(({ id }) => id === result.pendingActionId)?.preview.title ?? result.pendingActionId}
                newlines="mark"
              />
              {result.outcome === "skipped" && <small>{reasonOf(result)}</small>}
            </span>
            <span className={classes.outcome} data-skipped={result.outcome === "skipped" || undefined}>
              {OUTCOME_WORDS[result.outcome]}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
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
