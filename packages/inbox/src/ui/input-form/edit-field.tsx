import { displayText } from "@countersign/protocol";
import { Button, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { strings } from "../../strings/code.tsx";
import type { DraftField } from "./edit-draft.ts";
import type { InputField } from "./input-fields.ts";

interface Props {
  field: DraftField;
  /** The field as the tool's schema describes it; undefined if it does not. */
  described: InputField | undefined;
  isProtected: boolean;
  fault: string | undefined;
  onChange: (text: string) => void;
  /** Removes the key again; null unless the agent left the key out. */
  onLeaveOut: (() => void) | null;
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

/** One key of the input, edited according to its type. A protected key is read-only. */
export function EditField({ onLeaveOut, ...field }: Props) {
  if (onLeaveOut === null) return <Field {...field} />;
  return (
    <div>
      <Field {...field} />
      <Button size="compact-xs" variant="subtle" mt={4} onClick={onLeaveOut}>
        {strings.edits.leaveOut(displayText(field.field.name, { newlines: "mark" }))}
      </Button>
    </div>
  );
}

function Field({ field, described, isProtected, fault, onChange }: Omit<Props, "onLeaveOut">) {
  const label = displayText(field.name, { newlines: "mark" });
  const about = described?.description ? displayText(described.description) : undefined;
  const common = { label, error: fault, description: about };
  if (isProtected) {
    return (
      <Textarea
        label={label}
        description={strings.edits.locked}
        readOnly
        autosize
        minRows={1}
        maxRows={6}
        styles={monospace}
        error={fault}
        rightSection={<IconLock size={15} aria-hidden />}
        value={field.text}
      />
    );
  }
  if (field.form === "boolean") {
    return (
      <Switch {...common} checked={field.text === "true"} onChange={(event) => onChange(String(event.currentTarget.checked))} />
    );
  }
  if (field.form === "choice" && described) {
    return (
      <NativeSelect
        {...common}
        value={field.text}
        data={described.choices.map((choice) => ({ value: choice, label: displayText(choice, { newlines: "mark" }) }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (field.form === "number" || field.form === "integer") {
    // A browser's number field drops invalid input; this text field keeps it and reports the fault.
    return (
      <TextInput
        {...common}
        description={[about, field.form === "integer" ? strings.edits.wholeNumber : strings.edits.number]
          .filter(Boolean)
          .join(" · ")}
        inputMode={field.form === "integer" ? "numeric" : "decimal"}
        styles={monospace}
        value={field.text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...common}
      description={field.form === "json" ? [about, strings.edits.json].filter(Boolean).join(" · ") : about}
      autosize
      minRows={1}
      maxRows={18}
      spellCheck={field.form === "text"}
      styles={monospace}
      value={field.text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
