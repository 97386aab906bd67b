import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { strings } from "../../../strings/connections.tsx";
import type { SchemaField } from "./schema-fields.ts";
import classes from "./connection.module.css";

interface Props {
  field: SchemaField;
  text: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

/** Input for one setting; its schema decides the kind of input. */
export function SettingField({ field, text, fault, onChange }: Props) {
  const { label, kind, says, required, choices } = field;
  const shared = { label, description: says, error: fault };
  if (kind === "switch") {
    return (
      <Switch {...shared} checked={text === "true"} onChange={({ currentTarget }) => onChange(String(currentTarget.checked))} />
    );
  }
  if (kind === "choice") {
    return (
      <NativeSelect {...shared} data={choices} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    );
  }
  if (kind === "text" || kind === "number") {
    return (
      <TextInput
        {...shared}
        inputMode={kind === "number" ? "numeric" : "text"}
        required={required}
        withAsterisk={false}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...shared}
      description={
        kind === "lines"
          ? [says, strings.fields.oneALine].filter(Boolean).join(". ")
          : kind === "json"
            ? [says, strings.fields.asJson].filter(Boolean).join(". ")
            : says
      }
      autosize
      minRows={kind === "json" ? 6 : 3}
      maxRows={24}
      spellCheck={false}
      autoComplete="off"
      {...(kind === "json" && { classNames: { input: classes.code } })}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
