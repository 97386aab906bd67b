import type { Tool } from "@countersign/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { routingFields } from "./routing-draft.ts";
import { draftOfTool, readToolDraft, TOOL_FIELDS, type ToolDraft } from "./tool-draft.ts";
import { changedFields, tabsOf } from "./tool-tabs.ts";

/** Edits on top of the tool as it was when they began, and what became of the last save. */
export function useToolEdits(tool: Tool, onDirty: (dirty: boolean) => void) {
  const cache = useQueryClient();
  const [opened, setOpened] = useState(tool);
  const base = draftOfTool(opened);
  const [draft, setDraft] = useState(base);
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  const [saved, setSaved] = useState(false);
  const start = (from: Tool): void => {
    setOpened(from);
    setDraft(draftOfTool(from));
    setFaults(null);
  };
  const change = useChange<Tool>(keys.tools, keys.tool(tool.name), keys.groups, keys.agents);
  const save = useConfirmed(change, (answer) => {
    cache.setQueryData(keys.tool(tool.name), answer);
    start(answer);
    setSaved(true);
  });
  const read = readToolDraft(draft, base);
  const dirty = !read.ok || Object.keys(read.settings).length > 0;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  // Other people's changes replace the draft while it has no edits; otherwise a notice tells of them.
  const newer = JSON.stringify(draftOfTool(tool)) !== JSON.stringify(base);
  if (newer && !dirty && !change.isPending) start(tool);

  const set = (part: Partial<ToolDraft>): void => {
    setDraft({ ...draft, ...part });
    setSaved(false);
    setFaults(null);
  };
  const serverFaults = fieldFaults(save.error?.problem, [...TOOL_FIELDS, ...routingFields(draft.routingRules.length)]);
  const shown = faults ?? serverFaults;
  const store = (): void => {
    if (!read.ok) {
      // Otherwise the server's faults with what was sent before would be shown again after the next edit.
      change.reset();
      return setFaults(read.faults);
    }
    setFaults(null);
    save.send({ method: "PUT", path: pathOf("tools", tool.name), body: read.settings });
  };
  return {
    draft,
    set,
    shown,
    /** Faults found before anything is sent; null if there are none. */
    faults,
    serverFaults,
    /** Another value after each save that failed; null while none has. */
    failure: faults ?? save.error,
    faultyTabs: tabsOf(shown.keys()),
    unsavedTabs: tabsOf(dirty ? changedFields(draft, base) : []),
    dirty,
    newer,
    saved,
    save,
    store,
    undo: (): void => start(opened),
    takeTheirs: (): void => start(tool),
  };
}

export type ToolEdits = ReturnType<typeof useToolEdits>;
