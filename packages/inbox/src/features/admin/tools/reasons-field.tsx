import { Textarea } from "@mantine/core";
import { strings } from "../../../strings/tools.tsx";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

/** Edits the reasons that people choose from when they reject a call. */
export function ReasonsField({ draft, faults, onChange }: Omit<ToolFieldProps, "tool">) {
  const words = strings.reasons;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.title}</h2>
      <Textarea
        label={words.label}
        description={words.says}
        autosize
        minRows={2}
        maxRows={8}
        error={faults.get("rejectReasons")}
        value={draft.rejectReasons}
        onChange={({ currentTarget }) => onChange({ rejectReasons: currentTarget.value })}
      />
    </section>
  );
}
