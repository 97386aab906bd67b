import { MAX_CHANGED_TOOLS, type Tool } from "@countersign/protocol";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { changesOf, editEach, ownFaults, readEdits, serverFaults, type ListDraft, type ListEdits } from "./list-edits.ts";
import type { ToolDraft } from "./tool-draft.ts";

const NONE: ListEdits = new Map();

/** Unsaved settings of many tools, and what became of the last save. */
export function useListEdits(tools: readonly Tool[]) {
  const words = strings.editing;
  const [edits, setEdits] = useState(NONE);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [marked, setMarked] = useState(false);
  const [saved, setSaved] = useState(0);
  const change = useChange<{ items: Tool[] }>(keys.tools, keys.anyTool, keys.groups, keys.agents);
  const save = useConfirmed(change, ({ items }) => {
    setEdits(NONE);
    setSaved(items.length);
  });
  const read = readEdits(tools, edits);
  const own = ownFaults(read);
  const isDirty = read.length > 0;
  useBlocker({
    // Opening a tool over the list, or filtering it, keeps what is edited.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !globalThis.confirm(adminStrings.leave),
    enableBeforeUnload: () => isDirty,
  });

  const edit = (some: readonly Tool[], part: (draft: ToolDraft) => Partial<ListDraft>): void => {
    setEdits(editEach(edits, some, part));
    setSaved(0);
    setMarked(false);
    change.reset();
  };
  const tooMany = read.length > MAX_CHANGED_TOOLS ? words.tooMany(MAX_CHANGED_TOOLS) : null;
  return {
    edits,
    edit,
    /** Names of the tools that would change. */
    changed: new Set(read.map(({ tool }) => tool.name)),
    faults: marked ? own : serverFaults(save.error?.problem, sent),
    /** Why nothing was saved; null while nothing is wrong. */
    failure: marked ? strings.form.seeMarked : save.error && (save.error.problem?.detail ?? save.error.message),
    tooMany,
    isDirty,
    /** Number of tools that the last save changed; 0 if something was edited since. */
    saved,
    save,
    store: (): void => {
      if (own.size > 0) return setMarked(true);
      const body = changesOf(read);
      setSent(body.map(({ name }) => name));
      save.send({ method: "PUT", path: "/api/tools", body: { tools: body } });
    },
    undo: (): void => {
      setEdits(NONE);
      setMarked(false);
      change.reset();
    },
  };
}
