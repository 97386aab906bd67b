import { lazy, Suspense, useState } from "react";
import { DecisionKeys } from "../features/keyboard/decision-keys.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";

const KeyMapDialog = lazy(async () => ({ default: (await import("../features/keyboard/key-map-dialog.tsx")).KeyMapDialog }));
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** Keyboard shortcuts of the page, and the two dialogs that they open. */
export function Keyboard({ openId }: { openId: string | undefined }) {
  const [shown, show] = useState<"keys" | "palette" | null>(null);
  const close = (): void => show(null);
  useShortcuts({ "?": () => show("keys"), "mod+k": () => show("palette") });
  return (
    <>
      {openId !== undefined && <DecisionKeys id={openId} />}
      <Suspense>
        {shown === "keys" && <KeyMapDialog onClose={close} />}
        {shown === "palette" && <Palette onClose={close} onShowKeys={() => show("keys")} />}
      </Suspense>
    </>
  );
}
