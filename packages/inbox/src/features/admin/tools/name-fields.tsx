import { approvalMessage } from "@countersign/protocol";
import { Textarea, TextInput } from "@mantine/core";
import { useDeferredValue } from "react";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { monospace } from "../../../ui/monospace.ts";
import { strings } from "../../../strings/tools.tsx";
import type { ToolFieldProps } from "./tool-draft.ts";
import { sampleInput } from "./sample-input.ts";
import classes from "./tool-drawer.module.css";

/** Edits the texts that agents and the people at their clients read instead of the tool's own. */
export function NameFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const template = useDeferredValue(draft.promptTemplate);
  const words = strings.names;
  const asked =
    template.trim() === ""
      ? null
      : approvalMessage({ name: draft.alias.trim() || tool.name, promptTemplate: template }, sampleInput(tool.inputSchema));
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.title}</h2>
      <TextInput
        label={words.alias}
        description={words.aliasSays}
        placeholder={tool.name}
        styles={monospace}
        error={faults.get("alias")}
        value={draft.alias}
        onChange={({ currentTarget }) => onChange({ alias: currentTarget.value })}
      />
      <Textarea
        label={words.description}
        description={words.descriptionSays}
        autosize
        minRows={2}
        maxRows={8}
        error={faults.get("descriptionOverride")}
        value={draft.descriptionOverride}
        onChange={({ currentTarget }) => onChange({ descriptionOverride: currentTarget.value })}
      />
      <Textarea
        label={words.question}
        description={words.questionSays}
        placeholder={words.questionExample}
        autosize
        minRows={2}
        maxRows={6}
        error={faults.get("promptTemplate")}
        value={draft.promptTemplate}
        onChange={({ currentTarget }) => onChange({ promptTemplate: currentTarget.value })}
      />
      {asked !== null && (
        <div role="group" aria-label={words.preview}>
          <p className={classes.muted}>{words.previewSays}</p>
          <p className={classes.asked}>
            <VisibleText text={asked} />
          </p>
        </div>
      )}
    </section>
  );
}
