import { lazy, Suspense } from "react";
import { useShortcuts } from "../../ui/use-shortcuts.ts";

const KeyMapDialog = lazy(async () => ({ default: (await import("../../features/keyboard/key-map-dialog.tsx")).KeyMapDialog }));
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

export type CommandDialog = "keys" | "palette";

interface Props {
  shown: CommandDialog | null;
  show: (dialog: CommandDialog | null) => void;
}

/** The command palette and the list of keys, with the keys that open them on every page. */
export function Commands({ shown, show }: Props) {
  const close = (): void => show(null);
  useShortcuts({ "?": () => show("keys"), "mod+k": () => show("palette") });
  return (
    <Suspense>
      {shown === "keys" && <KeyMapDialog onClose={close} />}
      {shown === "palette" && <Palette onClose={close} onShowKeys={() => show("keys")} />}
    </Suspense>
  );
}
