import { Textarea, TextInput } from "@mantine/core";
import { useDeferredValue } from "react";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { monospace } from "../../../ui/monospace.ts";
import type { ToolFieldProps } from "./tool-draft.ts";
import { fillPrompt, sampleInput } from "./fill-prompt.ts";
import classes from "./tool-drawer.module.css";

/** Edits the texts that agents and the people at their clients read instead of the tool's own. */
export function NameFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const template = useDeferredValue(draft.promptTemplate);
  return (
    <section className={classes.part} aria-label="What clients see">
      <h2 className={classes.partTitle}>What clients see</h2>
      <TextInput
        label="Alias"
        description="MCP clients see this name instead"
        placeholder={tool.name}
        styles={monospace}
        error={faults.get("alias")}
        value={draft.alias}
        onChange={({ currentTarget }) => onChange({ alias: currentTarget.value })}
      />
      <Textarea
        label="Description for agents"
        description="Overrides the tool's own description, for example when it is vague or tries to steer the model"
        autosize
        minRows={2}
        maxRows={8}
        error={faults.get("descriptionOverride")}
        value={draft.descriptionOverride}
        onChange={({ currentTarget }) => onChange({ descriptionOverride: currentTarget.value })}
      />
      <Textarea
        label="Question at the client"
        description="What a person is asked; {toolName} and {args} are filled in"
        placeholder="May the agent run {toolName} with {args}?"
        autosize
        minRows={2}
        maxRows={6}
        error={faults.get("promptTemplate")}
        value={draft.promptTemplate}
        onChange={({ currentTarget }) => onChange({ promptTemplate: currentTarget.value })}
      />
      {template.trim() !== "" && (
        <div role="group" aria-label="Preview of the question">
          <p className={classes.muted}>With made-up arguments, a person reads:</p>
          <p className={classes.asked}>
            <VisibleText text={fillPrompt(template, draft.alias.trim() || tool.name, sampleInput(tool.inputSchema))} />
          </p>
        </div>
      )}
    </section>
  );
}
