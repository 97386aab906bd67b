import { displayText } from "@countersign/protocol";
import { NativeSelect, type MantineSize } from "@mantine/core";
import { strings } from "../strings/ui.tsx";

interface Props {
  size: MantineSize;
  label: string;
  any: string;
  value: string;
  options: readonly { value: string; name: string; isGone?: boolean }[];
  onChange: (value: string) => void;
}

/** Chooses one of named things. A value of the URL that is no option, such as of a person who left, stays selected. */
export function NamedFilter({ size, label, any, value, options, onChange }: Props) {
  const isKnown = value === "" || options.some((option) => option.value === value);
  const shown = (text: string): string => displayText(text, { newlines: "mark" });
  return (
    <NativeSelect
      size={size}
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: any },
        ...options.map((option) => ({
          value: option.value,
          label: option.isGone === true ? strings.revoked(shown(option.name)) : shown(option.name),
        })),
        ...(isKnown ? [] : [{ value, label: shown(value) }]),
      ]}
    />
  );
}
