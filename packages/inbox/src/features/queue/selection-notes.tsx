import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../../strings/queue.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
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
  const words = strings.selection;
  return (
    <div className={classes.notes} role="status">
      {loading.state === "idle" && moreWords !== null && (
        <Note action={moreWords} onAction={matching.selectMore}>
          {words.moreMatch(amount)}
        </Note>
      )}
      {loading.state === "loading" && (
        <Note action={uiStrings.cancel} onAction={matching.stop}>
          {words.loading(loading.loaded, total === null ? null : Math.min(total, MAX_SELECTED))}
        </Note>
      )}
      {loading.state === "failed" && (
        <Note action={uiStrings.tryAgain} onAction={matching.selectMore}>
          {words.failed(loading.message, amount)}
        </Note>
      )}
      {loading.state === "full" && <Note>{words.full(amount)}</Note>}
      {arrived.length > 0 && (
        <Note action={words.selectArrived(arrived.length)} onAction={matching.selectArrived}>
          {words.arrived(arrived.length)}
        </Note>
      )}
      {selection.fallen.length > 0 && (
        <Note action={words.ok} onAction={selection.forgetFallen}>
          {words.noLongerSelected(<FallenRows fallen={selection.fallen} />, Math.max(0, selection.fallen.length - MAX_NAMED))}
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
  return (
    <>
      {fallen.slice(0, MAX_NAMED).map(({ row, isDecided }, n) => {
        const title = <VisibleText text={row.preview.title} newlines="mark" />;
        return (
          <span key={row.id}>
            {n > 0 && ", "}
            {isDecided ? strings.selection.decided(title, statusWords(row).label) : strings.selection.changed(title)}
          </span>
        );
      })}
    </>
  );
}
