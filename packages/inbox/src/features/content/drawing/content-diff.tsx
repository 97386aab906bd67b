import { displayText } from "@countersign/protocol";
import { useMemo } from "react";
import { strings } from "../../../strings/drawing.tsx";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import { contentChanges } from "./content-changes.ts";
import { changeWords } from "../../../ui/change-words.ts";
import { Folded } from "./folded.tsx";
import { PartChange, PartHead, PartValue } from "./part-view.tsx";
import { partTitleOf } from "./short-part.ts";
import type { ContentProposal } from "./read-content.ts";
import type { References } from "./reference-view.tsx";
import classes from "./content.module.css";

interface Props extends Pick<ContentProposal, "current" | "proposed"> {
  content: Pick<ContentProposal["content"], "fields" | "references">;
  layout: DiffLayout;
}

/** Two states of an element field by field, each by its kind: changed fields first, unchanged ones folded into one line. */
export function ContentDiff({ content, current, proposed, layout }: Props) {
  const { fields, references: listed } = content;
  const changes = useMemo(() => contentChanges(fields, current, proposed), [fields, current, proposed]);
  const references = useMemo<References>(() => new Map(listed.map((one) => [one.id, one])), [listed]);
  const different = changes.filter(({ kind }) => kind !== "same");
  const same = changes.filter(({ kind, after }) => kind === "same" && after !== undefined && after !== null);
  return (
    <div className={classes.fields}>
      {different.length === 0 && <p className={classes.dim}>{strings.nothingDiffers}</p>}
      {different.map((change) => (
        <div
          key={`${change.part} ${change.name}`}
          className={classes.field}
          role="group"
          aria-label={`${displayText(partTitleOf(change), { newlines: "mark" })}: ${changeWords(change.kind)}`}
        >
          <PartHead change={change}>
            <span className={classes.kind} data-change={change.kind}>
              {changeWords(change.kind)}
            </span>
          </PartHead>
          <PartChange change={change} references={references} layout={layout} />
        </div>
      ))}
      {same.length > 0 && (
        <Folded what={strings.folded.unchangedFields(same.length)} value={same.map(({ after }) => after ?? null)}>
          <div className={classes.fields}>
            {same.map((change) => (
              <div key={`${change.part} ${change.name}`} className={classes.field}>
                <PartHead change={change} />
                <PartValue change={change} value={change.after} references={references} />
              </div>
            ))}
          </div>
        </Folded>
      )}
    </div>
  );
}
