import { choicesOf, displayText, type QuestionField } from "@countersign/protocol";
import { Checkbox, Group, NativeSelect, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { NO, YES } from "./answer-draft.ts";

/** Up to so many choices are all on the screen; more are in a list. */
const MAX_RADIOS = 8;
/** Texts that may be longer get several lines. */
const MAX_LINE = 200;
const INPUT_TYPES = { email: "email", uri: "url", date: "date", "date-time": "text" } as const;
const NONE = "";

interface Props {
  name: string;
  field: QuestionField;
  isRequired: boolean;
  entered: string | readonly string[];
  fault: string | undefined;
  onChange: (entered: string | readonly string[]) => void;
}

/** One part of an answer, entered according to its type. */
export function AnswerField({ name, field, isRequired, entered, fault, onChange }: Props) {
  const common = {
    label: displayText(field.title ?? name, { newlines: "mark" }),
    description: field.description === undefined ? undefined : displayText(field.description),
    withAsterisk: isRequired,
    error: fault,
  };
  const text = typeof entered === "string" ? entered : "";
  const choices = field.type === "boolean" ? YES_OR_NO : choicesOf(field);
  if (field.type === "array") {
    return (
      <Checkbox.Group {...common} value={typeof entered === "string" ? [] : [...entered]} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {choices?.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  if (choices && choices.length > MAX_RADIOS) {
    const data = [{ value: NONE, label: isRequired ? "Choose one" : "No answer" }, ...choices];
    return <NativeSelect {...common} data={data} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  if (choices) {
    return (
      <Radio.Group {...common} value={text} onChange={onChange}>
        <Group gap="md" mt={6}>
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
          {!isRequired && <Radio value={NONE} label="No answer" />}
        </Group>
      </Radio.Group>
    );
  }
  const change = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.type !== "string") {
    // A browser's number field drops invalid input; this text field keeps it and reports the fault.
    const mode = field.type === "integer" ? "numeric" : "decimal";
    return <TextInput {...common} inputMode={mode} value={text} onChange={change} />;
  }
  const { format, maxLength = Infinity } = field;
  if (format !== undefined || maxLength <= MAX_LINE) {
    const placeholder = format === "date-time" ? "2026-12-24T18:00:00Z" : undefined;
    const type = format === undefined ? "text" : INPUT_TYPES[format];
    return <TextInput {...common} type={type} placeholder={placeholder} value={text} onChange={change} />;
  }
  return <Textarea {...common} autosize minRows={2} maxRows={12} value={text} onChange={change} />;
}

const YES_OR_NO = [
  { value: YES, label: "Yes" },
  { value: NO, label: "No" },
];
