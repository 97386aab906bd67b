import { displayText } from "@countersign/protocol";
import { strings } from "../../strings/queue.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { GroupBy, QueueLine } from "./group-rows.ts";
import type { Selection } from "./use-selection.ts";
import classes from "./group-heading.module.css";

interface Props {
  heading: Extract<QueueLine, { kind: "heading" }>;
  by: GroupBy;
  /** Null for those who may not decide. */
  selection: Selection | null;
}

/** Names a group, counts its loaded actions, and ticks the pending ones. */
export function GroupHeading({ heading: { name, rows, isContinued }, by, selection }: Props) {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const tickedCount = waiting.filter((id) => selection?.has(id)).length;
  const text = name ?? strings.groups.without[by];
  return (
    <div className={classes.heading}>
      {selection && waiting.length > 0 && (
        <TickBox
          aria-label={strings.groups.select(displayText(text, { newlines: "mark" }))}
          checked={tickedCount === waiting.length}
          indeterminate={tickedCount > 0 && tickedCount < waiting.length}
          onChange={() => selection.toggleMany(waiting)}
        />
      )}
      <span className={classes.name}>
        {name !== null && <small>{strings.groups.names[by]} </small>}
        <VisibleText text={text} newlines="mark" />
        {isContinued && <small> {strings.groups.continued}</small>}
      </span>
      <small>{strings.actions(rows.length)}</small>
    </div>
  );
}
