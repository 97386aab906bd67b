import type { Tool } from "@countersign/protocol";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { AdminSearch } from "../../../page-search.ts";
import { Points } from "../shared/card-parts.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { EditableRow } from "./editable-row.tsx";
import { SetForTicked } from "./set-for-ticked.tsx";
import { draftOf } from "./list-edits.ts";
import { useListEdits } from "./use-list-edits.ts";
import classes from "./editable-list.module.css";

/** Rows drawn at first, because each has several fields. Nothing is saved that is not drawn. */
const FIRST_ROWS = 50;

interface Props {
  all: readonly Tool[];
  /** Those that the filter shows. */
  shown: readonly Tool[];
  search: AdminSearch;
  onClose: () => void;
}

/** Edits alias, approval, risk and groups of many tools, and saves them together: all or none. */
export function EditableList({ all, shown, search, onClose }: Props) {
  const words = strings.editing;
  const state = useListEdits(all);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setIsWhole] = useState(false);
  // What is edited stays in sight, whatever the filter says.
  const rows = all.filter((tool) => shown.includes(tool) || state.changed.has(tool.name));
  const tickedRows = rows.filter(({ name }) => ticked.has(name));
  const drawn = rows.filter(({ name }, n) => isWhole || n < FIRST_ROWS || state.changed.has(name));
  const tick = (names: readonly string[], isTicked: boolean): void =>
    setTicked(new Set(isTicked ? [...ticked, ...names] : [...ticked].filter((name) => !names.includes(name))));

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        state.store();
      }}
    >
      <div className={classes.bar} role="group" aria-label={words.forTicked}>
        <Checkbox
          label={words.tickAll(rows.length)}
          checked={rows.length > 0 && tickedRows.length === rows.length}
          indeterminate={tickedRows.length > 0 && tickedRows.length < rows.length}
          onChange={({ currentTarget }) =>
            tick(
              rows.map(({ name }) => name),
              currentTarget.checked,
            )
          }
        />
        <SetForTicked tools={tickedRows} onEdit={(part) => state.edit(tickedRows, part)} />
      </div>
      <ul className={classes.list}>
        {/* Each field has its own name; on a narrow screen this line is not shown. */}
        <li className={classes.columns} aria-hidden>
          <span />
          <span>{words.tool}</span>
          <span>{strings.names.alias}</span>
          <span>{strings.approval.title}</span>
          <span>{strings.risk.title}</span>
          <span>{strings.groups.title}</span>
        </li>
        {drawn.map((tool) => (
          <EditableRow
            key={tool.name}
            tool={tool}
            draft={draftOf(tool, state.edits)}
            faults={state.faults.get(tool.name)}
            isChanged={state.changed.has(tool.name)}
            isTicked={ticked.has(tool.name)}
            search={search}
            onTick={(isTicked) => tick([tool.name], isTicked)}
            onEdit={(part) => state.edit([tool], part)}
          />
        ))}
      </ul>
      {drawn.length < rows.length && (
        <MoreButton onClick={() => setIsWhole(true)}>{words.showAll(rows.length - drawn.length)}</MoreButton>
      )}
      <SaveBar state={state} onClose={onClose} />
      <LoweredDialog change={state.save} />
    </form>
  );
}

function SaveBar({ state, onClose }: { state: ReturnType<typeof useListEdits>; onClose: () => void }) {
  const words = strings.editing;
  const { changed, faults, failure, tooMany, isDirty, saved, save, undo } = state;
  const others = [...(faults.get("")?.values() ?? [])];
  return (
    <div className={classes.save} role="group" aria-label={uiStrings.save}>
      {failure !== null && (
        <Notice tone="error" title={adminStrings.nothingSaved}>
          {failure}
          <Points lines={[...others, ...[...faults.keys()].filter(Boolean).map((name) => words.seeTool(name))]} />
        </Notice>
      )}
      {tooMany !== null && <Notice tone="caution">{tooMany}</Notice>}
      <div className={classes.saveLine}>
        <span role="status">{isDirty ? words.changed(changed.size) : saved > 0 ? words.saved(saved) : words.unchanged}</span>
        {isDirty ? (
          <>
            <Button variant="default" onClick={undo}>
              {strings.form.undo}
            </Button>
            <Button type="submit" loading={save.isSending} disabled={tooMany !== null}>
              {uiStrings.save}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            {words.done}
          </Button>
        )}
      </div>
    </div>
  );
}
