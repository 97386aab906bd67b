import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { strings } from "../strings/ui.tsx";

const TYPING_MS = 250;

interface Props {
  /** Accessible name. */
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** The `/` key focuses the field that has this. */
  isQueueSearch?: boolean;
}

/** Search field that follows the URL, and calls `onChange` once typing pauses. */
export function SearchField({ label, text, onChange, isQueueSearch = false }: Props) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    // The URL changed by a link or by going back, not by typing here.
    setKnown(text);
    if (typed.trim() !== text) setTyped(text);
  }
  const settle = useDebouncedCallback(onChange, TYPING_MS);
  const type = (value: string): void => {
    setTyped(value);
    settle(value.trim());
  };
  return (
    <TextInput
      size="xs"
      type="search"
      data-queue-search={isQueueSearch || undefined}
      aria-label={label}
      placeholder={strings.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="xs" aria-label={strings.clearSearch} onClick={() => type("")} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      // The field filters during typing; inside a form Enter must not submit the form.
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
    />
  );
}
