import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { strings } from "../../strings/keyboard.tsx";
import { hasWords, wordsOf } from "../../ui/places.ts";
import classes from "./command-palette.module.css";
import { Dialog } from "../../ui/dialog.tsx";

export interface PaletteCommand {
  id: string;
  /** Text to search in; also displayed if `shown` is absent. */
  label: string;
  /** Further text that finds the command; not displayed. */
  alsoFoundBy?: string;
  shown?: ReactNode;
  group: string;
  run: () => void;
}

interface Props {
  typed: string;
  onType: (typed: string) => void;
  commands: readonly PaletteCommand[];
  /** What was found by the typed text elsewhere; listed after the commands. */
  found: readonly PaletteCommand[];
  onClose: () => void;
}

const MAX_SHOWN = 50;

/** Finds a command by any part of its words. No command decides an action. */
export function CommandPalette({ typed, onType, commands, found: others, onClose }: Props) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const words = wordsOf(typed);
  const matching = commands.filter(({ label, alsoFoundBy = "", group }) => hasWords(`${group} ${label} ${alsoFoundBy}`, words));
  const found = [...matching.slice(0, MAX_SHOWN - others.length), ...others];
  const active = Math.min(at, found.length - 1);

  const run = (command: PaletteCommand | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const goTo = (index: number): void => {
    setAt(index);
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") goTo((active + 1) % Math.max(found.length, 1));
    else if (event.key === "ArrowUp") goTo((active - 1 + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter" && !event.nativeEvent.isComposing && !event.repeat) run(found[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog onClose={onClose} yOffset="10vh" title={strings.commands} closesOutside>
      <TextInput
        data-autofocus
        aria-label={strings.find}
        placeholder={strings.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          goTo(0);
        }}
        onKeyDown={press}
      />
      <ul ref={list} id={listId} role="listbox" aria-label={strings.commands} className={classes.list}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            onClick={() => run(command)}
          >
            <span className={classes.label}>{command.shown ?? command.label}</span>
            <small>{command.group}</small>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.none}>
        {found.length === 0 ? strings.nothingFound : ""}
      </p>
    </Dialog>
  );
}
