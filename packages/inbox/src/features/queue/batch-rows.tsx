import { displayText, type ActionSummary } from "@countersign/protocol";
import { CloseButton } from "@mantine/core";
import { memo } from "react";
import { strings } from "../../strings/queue.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { ShownChanges, type ReadAction } from "../../ui/shown-changes.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { KeptEdits } from "./batch-verdicts.ts";
import type { useBatch } from "./use-batch.ts";
import classes from "./batch-bar.module.css";

interface Props {
  batch: ReturnType<typeof useBatch>;
  kept: KeptEdits | undefined;
  isSending: boolean;
}

/** The actions that the decision covers or could cover, each with what changes. */
export function BatchRows({ batch, kept, isSending }: Props) {
  const { included, read, leaveOut, opened, onOpen, onShown } = batch;
  return (
    <ul className={classes.list} tabIndex={0} aria-label={strings.batch.actionsToDecide}>
      {included.map((row) => {
        const { action, fault, isReading } = read.get(row.id) ?? {};
        return (
          <BatchRow
            key={row.id}
            row={row}
            editedDigest={kept?.get(row.id)?.digest}
            action={action}
            fault={fault}
            isReading={isReading}
            isOpen={opened.has(row.id)}
            isSending={isSending}
            onOpen={onOpen}
            onShown={onShown}
            onLeaveOut={leaveOut}
          />
        );
      })}
    </ul>
  );
}

interface RowProps {
  row: ActionSummary;
  /** Digest of the action with the person's edits; undefined without any. */
  editedDigest: string | undefined;
  action: ReadAction["action"];
  fault: string | undefined;
  /** Undefined if its turn to be read has not come. */
  isReading: boolean | undefined;
  isOpen: boolean;
  isSending: boolean;
  onOpen: (id: string) => void;
  onShown: (id: string, isShown: boolean) => void;
  onLeaveOut: (id: string) => void;
}

/** Memoized, because each of hundreds of rows would otherwise render whenever another one is read. */
const BatchRow = memo(function BatchRow(props: RowProps) {
  const { row, editedDigest, action, fault, isReading, isOpen, isSending, onOpen, onShown, onLeaveOut } = props;
  return (
    <li className={classes.item}>
      <span className={classes.what}>
        <VisibleText text={row.preview.title} newlines="mark" />
        <small>
          <VisibleText text={row.target === null ? row.toolName : `${row.toolName} · ${row.target}`} newlines="mark" />
        </small>
        <ShownChanges
          id={row.id}
          title={row.preview.title}
          digest={editedDigest ?? row.digest}
          read={isReading === undefined ? undefined : { action, fault, isReading }}
          isEdited={editedDigest !== undefined}
          isOpen={isOpen}
          onOpen={onOpen}
          onShown={onShown}
        />
        <SaidWords by="administrator" text={row.question} as="small" />
        <SaidWords by="agent" text={row.caption} as="small" />
      </span>
      <span className={classes.itemEnd}>
        {editedDigest !== undefined && <b>{strings.batch.withYourEdits}</b>}
        <RiskMarks of={row} />
        <CloseButton
          size="sm"
          disabled={isSending}
          aria-label={strings.batch.leaveOut(displayText(row.preview.title, { newlines: "mark" }))}
          title={strings.batch.leaveOutHint}
          onClick={() => onLeaveOut(row.id)}
        />
      </span>
    </li>
  );
});
