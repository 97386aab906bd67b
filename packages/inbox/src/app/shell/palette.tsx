import { useState } from "react";
import { CommandPalette } from "../../features/keyboard/command-palette.tsx";
import { useFoundActions } from "./use-found-actions.tsx";
import { usePaletteCommands } from "./use-palette-commands.tsx";

interface Props {
  onClose: () => void;
  onShowKeys: () => void;
}

/** Command palette: every page, view, setting, tool, agent and action. */
export function Palette({ onClose, onShowKeys }: Props) {
  const [typed, setTyped] = useState("");
  const commands = usePaletteCommands(onShowKeys);
  const found = useFoundActions(typed);
  return <CommandPalette typed={typed} onType={setTyped} commands={commands} found={found} onClose={onClose} />;
}
