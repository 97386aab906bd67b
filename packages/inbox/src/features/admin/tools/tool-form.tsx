import type { Tool } from "@countersign/protocol";
import { Button, Stack, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { ApprovalFields } from "./approval-fields.tsx";
import { ApproverFields } from "./approver-fields.tsx";
import { GroupFields } from "./group-fields.tsx";
import { NameFields } from "./name-fields.tsx";
import { RiskFields } from "./risk-fields.tsx";
import { routingFields } from "./routing-draft.ts";
import { RoutingFields } from "./routing-fields.tsx";
import { draftOfTool, readToolDraft, TOOL_FIELDS, type ToolDraft } from "./tool-draft.ts";
import { WaitFields } from "./wait-fields.tsx";
import classes from "./tool-drawer.module.css";

interface Props {
  tool: Tool;
  onDirty: (dirty: boolean) => void;
}

/** Edits how the tool is exposed and guarded. Sends only settings changed here. */
export function ToolForm({ tool, onDirty }: Props) {
  const { draft, set, shown, faults, serverFaults, dirty, newer, saved, save, store, undo, takeTheirs } = useToolEdits(
    tool,
    onDirty,
  );
  const fields = { tool, draft, faults: shown, onChange: set };
  const words = strings.form;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
    >
      <Stack gap="xl">
        <Switch
          label={words.enabled}
          checked={draft.enabled}
          error={shown.get("enabled")}
          onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
        />
        <ApprovalFields {...fields} />
        <RiskFields {...fields} />
        <GroupFields {...fields} />
        <NameFields {...fields} />
        <ApproverFields {...fields} />
        <RoutingFields {...fields} />
        <WaitFields {...fields} />
      </Stack>
      {(dirty || saved) && (
        <div className={classes.save} role="group" aria-label={uiStrings.save}>
          {newer && dirty && (
            <Notice tone="caution" title={words.changedMeanwhile}>
              {words.sendsOnlyYours}{" "}
              <Button size="compact-xs" variant="default" onClick={takeTheirs}>
                {words.showTheirs}
              </Button>
            </Notice>
          )}
          {save.error && (
            <Notice tone="error" title={adminStrings.nothingSaved}>
              {serverFaults.get("") ?? (serverFaults.size > 0 ? words.seeMarked : save.error.message)}
            </Notice>
          )}
          {faults !== null && <Notice tone="error">{words.seeMarked}</Notice>}
          <div className={classes.saveLine}>
            {saved && !dirty && <span role="status">{words.saved}</span>}
            {dirty && (
              <>
                <Button variant="default" onClick={undo}>
                  {words.undo}
                </Button>
                <Button type="submit" loading={save.isSending}>
                  {uiStrings.save}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
      <LoweredDialog change={save} />
    </form>
  );
}

/** Edits on top of the tool as it was when they began, and what became of the last save. */
function useToolEdits(tool: Tool, onDirty: Props["onDirty"]) {
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
    if (!read.ok) return setFaults(read.faults);
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
    dirty,
    newer,
    saved,
    save,
    store,
    undo: (): void => start(opened),
    takeTheirs: (): void => start(tool),
  };
}
