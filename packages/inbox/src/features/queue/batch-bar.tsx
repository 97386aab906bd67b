import { Button, Group } from "@mantine/core";
import { IconCheck, IconMessage2, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ActionSummary } from "@countersign/protocol";
import { BATCH_VERDICTS, type BatchVerdict, type KeptEdits } from "./batch-verdicts.ts";
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

/** Actions for the ticked rows. The buttons decide nothing; they open a dialog that shows what would be decided. */
export function BatchBar({ selection, edits }: { selection: Chosen; edits?: KeptEdits }) {
  const [asked, setAsked] = useState<{ verdict: BatchVerdict; rows: readonly ActionSummary[] } | null>(null);
  const { selected } = selection;
  const close = (): void => {
    setAsked(null);
    selection.clear();
  };
  return (
    <>
      {selected.length > 0 && (
        <Group className={classes.bar} role="region" aria-label="Selected actions" gap="xs" wrap="nowrap">
          {BUTTONS.map(({ verdict, Icon }) => (
            <Button
              key={verdict}
              size="sm"
              px="xs"
              flex={1}
              color={verdict === "approve" ? "teal.9" : "gray"}
              variant={verdict === "refine" ? "default" : "filled"}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setAsked({ verdict, rows: selected })}
            >
              {BATCH_VERDICTS[verdict].ask(selected.length)}…
            </Button>
          ))}
        </Group>
      )}
      {asked && (
        <Suspense>
          <BatchDialog {...asked} {...(edits && { edits })} onCancel={() => setAsked(null)} onDone={close} />
        </Suspense>
      )}
    </>
  );
}
