import type { Action } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconEyeCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";

const VetDialog = lazy(async () => ({ default: (await import("./vet-dialog.tsx")).VetDialog }));

interface Props {
  action: Action;
  /** Accessible name, for a page with several of these buttons. */
  label?: string;
}

/** Opens the definition of an unvetted action's tool for vetting. For administrators, and never in another site's frame. */
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
        {strings.vet.open}
      </Button>
      {isOpen && (
        <Suspense>
          <VetDialog toolName={toolName} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
