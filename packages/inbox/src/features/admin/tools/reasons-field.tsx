import { Textarea } from "@mantine/core";
import { strings } from "../../../strings/tools.tsx";
import type { ToolFieldProps } from "./tool-draft.ts";

/** Edits the reasons that people choose from when they reject a call. */
export function ReasonsField({ draft, faults, onChange }: Omit<ToolFieldProps, "tool">) {
  const words = strings.approval;
  return (
    <Textarea
      label={words.rejectReasons}
      description={words.rejectReasonsSays}
      autosize
      minRows={2}
      maxRows={8}
      error={faults.get("rejectReasons")}
      value={draft.rejectReasons}
      onChange={({ currentTarget }) => onChange({ rejectReasons: currentTarget.value })}
    />
  );
}
