import type { ActionSummary } from "@countersign/protocol";
import type { ReactNode } from "react";
import { strings } from "../../strings/batch.tsx";
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
  const questions = rows.filter(({ isQuestion }) => isQuestion);
  const calls = rows.filter(({ isQuestion }) => !isQuestion);
  const allVetted = calls.every(({ vetted }) => vetted);
  const words = strings.withheld;
  return (
    <>
      {calls.length > 0 && (
        <LeftOut rows={calls} onOpen={onOpen} title={words.risky(calls.length, allVetted)}>
          {words.riskyMeaning(calls.length)}
        </LeftOut>
      )}
      {questions.length > 0 && (
        <LeftOut rows={questions} onOpen={onOpen} title={words.questions(questions.length)}>
          {words.questionsMeaning(questions.length)}
        </LeftOut>
      )}
    </>
  );
}

/** Lists selected actions that were decided while the dialog was open or opening. */
export const Gone = ({ rows, onOpen }: Props) => (
  <LeftOut rows={rows} onOpen={onOpen} title={strings.withheld.decidedMeanwhile(rows.length)}>
    {strings.withheld.decidedMeaning}
  </LeftOut>
);

function LeftOut({ rows, onOpen, title, children }: Props & { title: string; children: ReactNode }) {
  return (
    <Notice tone="caution" title={title}>
      {children}
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
