import { Button } from "@mantine/core";
import { IconCheck, IconMessage2, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { ActionSummary } from "@countersign/protocol";
import { strings } from "../../strings/queue.tsx";
import type { BatchVerdict, KeptEdits } from "./batch-verdicts.ts";
import classes from "./batch-bar.module.css";

const BatchDialog = lazy(async () => ({ default: (await import("./batch-dialog.tsx")).BatchDialog }));

const BUTTONS = [
  { verdict: "approve", Icon: IconCheck },
  { verdict: "reject", Icon: IconX },
  { verdict: "refine", Icon: IconMessage2 },
] as const;

interface Chosen {
  selected: readonly ActionSummary[];
  clear: () => void;
}

interface Props {
  selection: Chosen;
  edits?: KeptEdits;
  /** Whether more rows are being selected; nothing is decided until they are. */
  isLoading?: boolean;
  /** What is to be said about the selection, if anything. */
  notes?: ReactNode;
}

/** Actions for the ticked rows. The buttons decide nothing; they open a dialog that shows what would be decided. */
export function BatchBar({ selection, edits, isLoading = false, notes }: Props) {
  const [asked, setAsked] = useState<{ verdict: BatchVerdict; rows: readonly ActionSummary[] } | null>(null);
  const { selected } = selection;
  const close = (): void => {
    setAsked(null);
    selection.clear();
  };
  return (
    <>
      {(selected.length > 0 || notes) && (
        <div className={classes.bar} role="region" aria-label={strings.batch.selectedActions}>
          {notes}
          {selected.length > 0 && (
            <div className={classes.verdicts}>
              {BUTTONS.map(({ verdict, Icon }) => (
                <Button
                  key={verdict}
                  size="sm"
                  px="xs"
                  color={verdict === "approve" ? "teal.9" : "gray"}
                  variant={verdict === "refine" ? "default" : "filled"}
                  leftSection={<Icon size={16} aria-hidden />}
                  disabled={isLoading}
                  onClick={() => setAsked({ verdict, rows: selected })}
                >
                  {strings.batch.verdicts[verdict].button(selected.length)}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
      {asked && (
        <Suspense>
          <BatchDialog {...asked} {...(edits && { edits })} onCancel={() => setAsked(null)} onDone={close} />
        </Suspense>
      )}
    </>
  );
}
