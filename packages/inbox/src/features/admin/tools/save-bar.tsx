import { Button } from "@mantine/core";
import { Notice } from "../../../ui/notice.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import type { ToolEdits } from "./use-tool-edits.ts";
import classes from "./tool-drawer.module.css";

/** Saves what was edited in all tabs at once; there is nothing to see while nothing was. `formId`: the form that it submits. */
export function SaveBar({ edits, formId }: { edits: ToolEdits; formId: string }) {
  const { dirty, saved, newer, save, serverFaults, faults, takeTheirs, undo } = edits;
  const words = strings.form;
  if (!dirty && !saved) return null;
  return (
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
            <Button type="submit" form={formId} loading={save.isSending}>
              {uiStrings.save}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
