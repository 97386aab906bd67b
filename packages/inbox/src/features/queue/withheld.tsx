import type { ActionSummary } from "@countersign/protocol";
import { count } from "../../ui/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./batch-bar.module.css";

interface Props {
  rows: readonly ActionSummary[];
  onOpen: () => void;
}

/** Lists selected actions that cannot be approved in a batch, each with a link to its own page. */
export function Withheld({ rows, onOpen }: Props) {
  return (
    <Notice
      tone="caution"
      title={`${count(rows.length, "action")} of high risk${rows.every(({ vetted }) => vetted) ? "" : " or not vetted"} left out`}
    >
      {rows.length === 1 ? "It is" : "They are"} approved one by one, after reading what would run. The server takes no other
      yes for {rows.length === 1 ? "it" : "them"}.
      <ul className={classes.withheld}>
        {rows.map((row) => (
          <li key={row.id}>
            <RiskMarks of={row} />{" "}
            <TextLink to="/actions/$id" params={{ id: row.id }} search={true} onClick={onOpen}>
              <VisibleText text={row.preview.title} newlines="mark" />
            </TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
