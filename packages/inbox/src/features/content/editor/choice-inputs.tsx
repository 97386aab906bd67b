import { Checkbox, Group, NativeSelect, Switch, TextInput } from "@mantine/core";
import { strings } from "../../../strings/editor.tsx";
import { readItems } from "../drawing/list-changes.ts";
import type { FieldProps } from "./draft.ts";

export const DateField = ({ field: { description }, label, value, fault, onChange }: FieldProps) => (
  <TextInput
    type="date"
    label={label}
    description={description}
    error={fault}
    value={typeof value === "string" ? value : ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
  />
);

export function SelectField({ field: { description, options = [] }, label, value, fault, onChange }: FieldProps) {
  const chosen = typeof value === "string" ? value : "";
  const known = chosen === "" || options.includes(chosen) ? options : [chosen, ...options];
  return (
    <NativeSelect
      label={label}
      description={description}
      error={fault}
      value={chosen}
      data={[{ value: "", label: strings.fields.noChoice }, ...known.map((option) => ({ value: option, label: option }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}

export function ManyField({ field: { description, options = [] }, label, value, fault, onChange }: FieldProps) {
  const chosen = readItems(value) ?? [];
  const known = [...options, ...chosen.filter((one) => !options.includes(one))];
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={fault}
      value={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    >
      <Group gap="xs" mt={6}>
        {known.map((option) => (
          <Checkbox key={option} size="xs" value={option} label={option} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export const BooleanField = ({ field: { description }, label, value, fault, onChange }: FieldProps) => (
  <Switch
    label={label}
    description={description}
    error={fault}
    checked={value === true}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);
