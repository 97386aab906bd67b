import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { count } from "../../strings/count.ts";
import { statusWords } from "../../ui/status-words.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { MAX_SELECTED, type useSelectMatching } from "./use-select-matching.ts";
import type { Fallen, Selection } from "./use-selection.ts";
import classes from "./batch-bar.module.css";

interface Props {
  selection: Selection;
  matching: ReturnType<typeof useSelectMatching>;
}

/** Whether there is anything to say about the selection. */
export const hasNotes = ({ selection, matching }: Props): boolean =>
  selection.fallen.length > 0 ||
  matching.loading.state !== "idle" ||
  matching.moreWords !== null ||
  matching.arrived.length > 0;

/** What the selection holds, what it could hold, and what left it. */
export function SelectionNotes({ selection, matching }: Props) {
  const { loading, arrived, moreWords, total } = matching;
  const amount = selection.selected.length;
  return (
    <div className={classes.notes} role="status">
      {loading.state === "idle" && moreWords !== null && (
        <Note action={moreWords} onAction={matching.selectMore}>
          {count(amount, "action")} selected; more match.
        </Note>
      )}
      {loading.state === "loading" && (
        <Note action="Cancel" onAction={matching.stop}>
          Loading {loading.loaded}
          {total === null ? "" : ` of ${Math.min(total, MAX_SELECTED)}`}…
        </Note>
      )}
      {loading.state === "failed" && (
        <Note action="Try again" onAction={matching.selectMore}>
          Not all could be loaded: {loading.message} {count(amount, "action")} selected.
        </Note>
      )}
      {loading.state === "full" && (
        <Note>
          Only {count(amount, "action")} selected, the most that can be decided together. The others stay in the inbox.
        </Note>
      )}
      {arrived.length > 0 && (
        <Note action={arrived.length === 1 ? "Select it too" : "Select them too"} onAction={matching.selectArrived}>
          {arrived.length} more arrived since.
        </Note>
      )}
      {selection.fallen.length > 0 && (
        <Note action="OK" onAction={selection.forgetFallen}>
          No longer selected: <FallenRows fallen={selection.fallen} />
        </Note>
      )}
    </div>
  );
}

interface NoteProps {
  action?: string;
  onAction?: () => void;
  children: ReactNode;
}

const Note = ({ action, onAction, children }: NoteProps) => (
  <div className={classes.note}>
    <Text size="sm" className={classes.noteText}>
      {children}
    </Text>
    {action !== undefined && (
      <Button size="compact-sm" variant="light" onClick={onAction}>
        {action}
      </Button>
    )}
  </div>
);

const MAX_NAMED = 3;

/** Names the first few rows, with what became of each. */
function FallenRows({ fallen }: { fallen: readonly Fallen[] }) {
  const more = fallen.length - MAX_NAMED;
  return (
    <>
      {fallen.slice(0, MAX_NAMED).map(({ row, isDecided }, n) => (
        <span key={row.id}>
          {n > 0 && ", "}“<VisibleText text={row.preview.title} newlines="mark" />” (
          {isDecided ? statusWords(row).label.toLowerCase() : "changed"})
        </span>
      ))}
      {more > 0 && ` and ${count(more, "other")}`}.
    </>
  );
}
