import { NativeSelect, TextInput, type MantineSize } from "@mantine/core";
import { useState } from "react";
import { strings } from "../strings/ui.tsx";
import { isDay, type DaysSearch } from "./days.ts";

const CHOICES = ["today", "yesterday", "week", "custom"] as const;

interface Props {
  search: DaysSearch;
  size: MantineSize;
  /** An empty text removes that part of the filter. */
  onChange: (part: DaysSearch) => void;
}

/** Chooses the days of a filter: one of the usual ranges, or a first and a last day. */
export function DaysFilter({ search: { days = "", from = "", until = "" }, size, onChange }: Props) {
  const words = strings.days;
  return (
    <>
      <NativeSelect
        size={size}
        label={words.label}
        value={days}
        onChange={({ currentTarget: { value } }) =>
          onChange({ days: value, ...(value !== "custom" && { from: "", until: "" }) })
        }
        data={[{ value: "", label: words.anyTime }, ...CHOICES.map((value) => ({ value, label: words[value] }))]}
      />
      {days === "custom" && (
        <>
          <DayInput size={size} label={words.from} day={from} onChange={(day) => onChange({ from: day })} />
          <DayInput size={size} label={words.to} day={until} onChange={(day) => onChange({ until: day })} />
        </>
      )}
    </>
  );
}

interface DayProps {
  label: string;
  size: MantineSize;
  day: string;
  onChange: (day: string) => void;
}

/** Keeps what is typed, because a year that is not complete is no day of a filter yet. */
function DayInput({ label, size, day, onChange }: DayProps) {
  const [typed, setTyped] = useState(day);
  const [known, setKnown] = useState(day);
  if (known !== day) {
    setKnown(day);
    if (day !== "" || isDay(typed)) setTyped(day);
  }
  return (
    <TextInput
      size={size}
      type="date"
      label={label}
      min="2000-01-01"
      max="2999-12-31"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value === "" || isDay(value)) onChange(value);
      }}
    />
  );
}
