import { displayText, type ActionSummary, type JsonObject } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState, useMemo } from "react";
import { useSessionStorage } from "@mantine/hooks";
import { ProposalsOf } from "../../features/panel/proposals-of.tsx";
import { BatchBar } from "../../features/queue/batch-bar.tsx";
import { WholeChanges } from "../../ui/whole-changes.tsx";
import { useDiffLayout } from "../../ui/layout-choice.tsx";
import { strings } from "../../strings/app.tsx";
import classes from "./proposals-in-chat.module.css";

const KeepEdits = lazy(async () => ({ default: (await import("../../features/action/edit/keep-edits.tsx")).KeepEdits }));
const ActionDialog = lazy(async () => ({ default: (await import("../../features/action/action-dialog.tsx")).ActionDialog }));

interface Opened {
  row: ActionSummary;
  as: "edit" | "details";
}

/** Several proposals of one turn: a person reads them, edits single ones if needed, and decides on all together. */
export function ProposalsInChat({ sessionId, ids }: { sessionId: string; ids: readonly string[] }) {
  const { layout } = useDiffLayout();
  const { edits, keep, drop } = useKeptEdits(sessionId);
  const [open, setOpen] = useState<Opened | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <ProposalsOf
        sessionId={sessionId}
        ids={ids}
        detail={(payload) => <WholeChanges of={payload} layout={layout} />}
        tools={(row) => (
          <RowTools row={row} isEdited={edits.has(row.id)} onOpen={(as) => setOpen({ row, as })} onDrop={() => drop(row.id)} />
        )}
        decide={(selected, clear) => <BatchBar selection={{ selected, clear }} edits={edits} />}
      />
      <Suspense>
        {open?.as === "edit" && (
          <KeepEdits
            id={open.row.id}
            onClose={close}
            onKeep={(kept) => {
              keep(open.row.id, kept);
              close();
            }}
          />
        )}
        {open?.as === "details" && <ActionDialog id={open.row.id} title={titleOf(open.row)} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ToolsProps {
  row: ActionSummary;
  isEdited: boolean;
  onOpen: (as: Opened["as"]) => void;
  onDrop: () => void;
}

function RowTools({ row, isEdited, onOpen, onDrop }: ToolsProps) {
  const title = titleOf(row);
  return (
    <span className={classes.tools}>
      {isEdited && (
        <Button size="compact-xs" variant="subtle" aria-label={strings.proposal.dropEditsOf(title)} onClick={onDrop}>
          {strings.proposal.dropEdits}
        </Button>
      )}
      <Button size="compact-xs" variant="default" aria-label={strings.proposal.editOf(title)} onClick={() => onOpen("edit")}>
        {isEdited ? strings.proposal.edited : strings.proposal.edit}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={strings.proposal.decideAlone(title)}
        onClick={() => onOpen("details")}
      >
        {strings.proposal.open}
      </Button>
    </span>
  );
}

const titleOf = ({ preview }: ActionSummary): string => displayText(preview.title, { newlines: "mark" });

interface Kept {
  userEdits: JsonObject;
  /** Digest of the action with these edits. */
  digest: string;
}

/** Edits kept until the joint decision. Stored per tab across a reload; the server checks them again with the decision. */
function useKeptEdits(sessionId: string) {
  const [kept, setKept] = useSessionStorage<Record<string, Kept>>({
    key: `countersign-chat-edits ${sessionId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const edits = useMemo(() => new Map(Object.entries(kept)), [kept]);
  return {
    edits,
    keep: (id: string, edit: Kept): void => setKept({ ...kept, [id]: edit }),
    drop: (id: string): void => setKept(Object.fromEntries(Object.entries(kept).filter(([one]) => one !== id))),
  };
}
