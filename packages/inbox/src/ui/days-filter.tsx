import { NativeSelect, TextInput, type MantineSize } from "@mantine/core";
import { useState } from "react";
import { isDay, type DaysSearch } from "./days.ts";

const CHOICES = [
  { value: "", label: "Any time" },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "week", label: "Last 7 days" },
  { value: "custom", label: "Custom" },
];

interface Props {
  search: DaysSearch;
  size: MantineSize;
  /** An empty text removes that part of the filter. */
  onChange: (part: DaysSearch) => void;
}

/** Chooses the days of a filter: one of the usual ranges, or a first and a last day. */
export function DaysFilter({ search: { days = "", from = "", until = "" }, size, onChange }: Props) {
  return (
    <>
      <NativeSelect
        size={size}
        label="Date"
        value={days}
        onChange={({ currentTarget: { value } }) =>
          onChange({ days: value, ...(value !== "custom" && { from: "", until: "" }) })
        }
        data={CHOICES}
      />
      {days === "custom" && (
        <>
          <DayInput size={size} label="From" day={from} onChange={(day) => onChange({ from: day })} />
          <DayInput size={size} label="To" day={until} onChange={(day) => onChange({ until: day })} />
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
