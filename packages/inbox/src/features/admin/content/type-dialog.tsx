import type { StoredType, Json, Problem } from "@countersign/protocol";
import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/admin-content.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  /** Null to create a class of objects. */
  type: StoredType | null;
  onClose: () => void;
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12.5 } };
const firstFields = () => [
  { name: "title", kind: "text", title: strings.typeDialog.sampleTitle, required: true, maxLength: 200 },
];

/** Edits the fields of a type as JSON. Constraints have their JSON Schema names. */
export function TypeDialog({ type, onClose }: Props) {
  const words = strings.typeDialog;
  const write = useChange<StoredType>(keys.content);
  const [name, setName] = useState(type?.name ?? "");
  const [title, setTitle] = useState(type?.title ?? "");
  const [languages, setLanguages] = useState((type?.languages ?? ["en"]).join(", "));
  const [text, setText] = useState(JSON.stringify(type?.fields ?? firstFields(), null, 2));
  const fields = readFields(text);
  const problem = write.error?.problem;
  const faults = fieldFaults(problem, ["title", "languages", "fields"]);
  const path = `/api/content/types/${type?.kind ?? "object"}/${encodeURIComponent(name.trim())}`;
  const send = (): void => {
    const split = languages.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
    write.mutate({ method: "PUT", path, body: { title, languages: split, fields } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      size="52rem"
      fillsPhone
      onClose={onClose}
      closeOnEscape={false}
      closeLabel={words.closeLabel}
      title={type ? strings.type.fieldsOf(type.title) : words.newClass}
    >
      <Stack gap="sm">
        {!type && (
          <TextInput
            label={words.name}
            description={words.nameRules}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
          />
        )}
        <TextInput
          label={words.title}
          value={title}
          error={faults.get("title")}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          required
        />
        <TextInput
          label={words.languages}
          description={words.languagesSays}
          value={languages}
          error={faults.get("languages")}
          onChange={({ currentTarget }) => setLanguages(currentTarget.value)}
        />
        <Textarea
          label={words.fields}
          description={words.fieldsSays}
          autosize
          minRows={8}
          maxRows={26}
          spellCheck={false}
          styles={monospace}
          error={fields === null ? words.notAList : problem?.errors ? fieldsFault(problem.errors) : undefined}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          classNames={{ error: classes.fault ?? "" }}
        />
        {write.error && (faults.has("") || !problem?.errors) && (
          <Notice tone="error" title={words.failed}>
            {faults.get("") ?? write.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiStrings.cancel}
          </Button>
          <Button loading={write.isPending} disabled={fields === null || name.trim() === ""} onClick={send}>
            {uiStrings.save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Returns the parsed list, or null if the text is not a JSON array. The server validates the items. */
function readFields(text: string): Json[] | null {
  try {
    const read = JSON.parse(text) as Json;
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

/** Server errors about the fields, one line each with the path within the list: `0/kind: …`. Undefined without errors. */
function fieldsFault(errors: NonNullable<Problem["errors"]>): string | undefined {
  const lines = errors.flatMap(({ path, message }) =>
    path.startsWith("/fields")
      ? [`${path.slice("/fields".length).replace(/^\//, "") || strings.typeDialog.wholeList}: ${message}`]
      : [],
  );
  return lines.length === 0 ? undefined : lines.join("\n");
}
