import type { Action } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconEyeCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";

const VetDialog = lazy(async () => ({ default: (await import("./vet-dialog.tsx")).VetDialog }));

interface Props {
  action: Action;
  /** What its button is called where several stand on one page. */
  label?: string;
}

/** The way from what an unvetted tool would do to the tool itself. For administrators, and never in another site's frame. */
export function VetButton({ action: { toolName, vetted }, label }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const me = useMe();
  const embedded = useEmbedded();
  if (vetted || me?.role !== "admin" || embedded) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconEyeCheck size={14} aria-hidden />}
        aria-label={label}
        onClick={() => setIsOpen(true)}
      >
        Vet this tool…
      </Button>
      {isOpen && (
        <Suspense>
          <VetDialog toolName={toolName} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
