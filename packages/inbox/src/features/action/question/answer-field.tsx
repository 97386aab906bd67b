import { choicesOf, type QuestionField } from "@countersign/protocol";
import { Checkbox, Group, NativeSelect, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../../../strings/question.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { NO, YES } from "./answer-draft.ts";
import { limitsOf } from "./limits.ts";
import { titleOf } from "./question-parts.tsx";
import classes from "./question.module.css";

/** Up to so many choices are all on the screen; more are in a list. */
const MAX_RADIOS = 8;
/** Texts that may be longer get several lines. */
const MAX_LINE = 200;
const INPUT_TYPES = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;
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
    label: titleOf(name, field),
    description: toldOf(field),
    required: isRequired,
    error: fault,
  };
  const text = typeof entered === "string" ? entered : "";
  const choices = field.type === "boolean" ? yesOrNo() : choicesOf(field);
  if (field.type === "array") {
    return (
      <Checkbox.Group {...common} value={typeof entered === "string" ? [] : [...entered]} onChange={onChange}>
        <Stack gap={6} my={6}>
          {choices?.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  if (choices && choices.length > MAX_RADIOS) {
    const data = [{ value: NONE, label: isRequired ? strings.dialog.chooseOne : strings.dialog.noAnswer }, ...choices];
    return <NativeSelect {...common} data={data} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  if (choices) {
    return (
      <Radio.Group {...common} value={text} onChange={onChange}>
        <Group gap="md" my={6}>
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} required={isRequired} />
          ))}
          {!isRequired && <Radio value={NONE} label={strings.dialog.noAnswer} />}
        </Group>
      </Radio.Group>
    );
  }
  const change = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.type !== "string") {
    // A browser's number field drops invalid input; this text field keeps it and reports the fault.
    const mode = field.type === "integer" ? "numeric" : "decimal";
    return <TextInput {...common} name={name} inputMode={mode} value={text} onChange={change} />;
  }
  const { format, maxLength = Infinity } = field;
  if (format !== undefined || maxLength <= MAX_LINE) {
    const type = format === undefined ? "text" : INPUT_TYPES[format];
    return <TextInput {...common} name={name} type={type} value={text} onChange={change} />;
  }
  return <Textarea {...common} autosize minRows={2} maxRows={12} value={text} onChange={change} />;
}

/** The agent's description, then the limits of an answer; undefined if there is neither. */
function toldOf(field: QuestionField): ReactNode {
  const limits = limitsOf(field);
  const isTime = field.type === "string" && field.format === "date-time";
  if (field.description === undefined && limits === undefined && !isTime) return undefined;
  return (
    <>
      {field.description !== undefined && (
        <span className={classes.told}>
          <VisibleText text={field.description} />
        </span>
      )}
      {limits !== undefined && <span className={classes.told}>{`${limits[0]!.toUpperCase()}${limits.slice(1)}.`}</span>}
      {isTime && <span className={classes.told}>{strings.dialog.inYourTimeZone}</span>}
    </>
  );
}

const yesOrNo = () => [
  { value: YES, label: uiStrings.yes },
  { value: NO, label: uiStrings.no },
];
