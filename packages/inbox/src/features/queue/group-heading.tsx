import { displayText } from "@countersign/protocol";
import { Checkbox } from "@mantine/core";
import { count } from "../../strings/count.ts";
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

const WORDS = { batch: "Batch", mission: "Mission", tool: "Tool" } as const satisfies Record<GroupBy, string>;

/** Names a group, counts its loaded actions, and ticks the pending ones. */
export function GroupHeading({ heading: { name, rows, isContinued }, by, selection }: Props) {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const tickedCount = waiting.filter((id) => selection?.has(id)).length;
  const text = name ?? `No ${by}`;
  return (
    <div className={classes.heading}>
      {selection && waiting.length > 0 && (
        <Checkbox
          size="xs"
          aria-label={`Select group: ${displayText(text, { newlines: "mark" })}`}
          checked={tickedCount === waiting.length}
          indeterminate={tickedCount > 0 && tickedCount < waiting.length}
          onChange={() => selection.toggleMany(waiting)}
        />
      )}
      <span className={classes.name}>
        {name !== null && <small>{WORDS[by]} </small>}
        <VisibleText text={text} newlines="mark" />
        {isContinued && <small> (continued)</small>}
      </span>
      <small>{count(rows.length, "action")}</small>
    </div>
  );
}
