import { Button, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ActionSummary } from "@countersign/protocol";
import type { Selection } from "./use-selection.ts";
import classes from "./batch-bar.module.css";

const BatchDialog = lazy(async () => ({ default: (await import("./batch-dialog.tsx")).BatchDialog }));

type Verdict = "approve" | "reject";

/** What can be done to the ticked rows. Nothing is decided here yet; the dialog shows what it would be. */
export function BatchBar({ selection }: { selection: Selection }) {
  const [asked, setAsked] = useState<{ verdict: Verdict; rows: readonly ActionSummary[] } | null>(null);
  const { selected } = selection;
  const close = (): void => {
    setAsked(null);
    selection.clear();
  };
  return (
    <>
      {selected.length > 0 && (
        <Group className={classes.bar} role="region" aria-label="Selected actions" gap="xs" wrap="nowrap">
          <Button
            size="sm"
            flex={1}
            color="teal.9"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => setAsked({ verdict: "approve", rows: selected })}
          >
            Approve {selected.length}…
          </Button>
          <Button
            size="sm"
            flex={1}
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => setAsked({ verdict: "reject", rows: selected })}
          >
            Reject {selected.length}…
          </Button>
        </Group>
      )}
      {asked && (
        <Suspense>
          <BatchDialog {...asked} onCancel={() => setAsked(null)} onDone={close} />
        </Suspense>
      )}
    </>
  );
}
