import { displayText, type ContentField, type Json } from "@countersign/protocol";
import { useMemo } from "react";
import type { DiffLayout } from "../diff-rows.tsx";
import { VisibleText } from "../visible-text.tsx";
import { ChangeView } from "./change-view.tsx";
import { contentChanges, type ContentChange } from "./content-changes.ts";
import { CHANGE_WORDS } from "./element-words.ts";
import { Folded } from "./folded.tsx";
import type { ContentProposal } from "./read-content.ts";
import type { References } from "./reference-view.tsx";
import { ShortDiff } from "./short-diff.tsx";
import { TagList } from "./tag-list.tsx";
import { ValueView } from "./value-view.tsx";
import classes from "./content.module.css";

interface Props extends Pick<ContentProposal, "current" | "proposed"> {
  content: Pick<ContentProposal["content"], "fields" | "references">;
  layout: DiffLayout;
}

/** Two states of an element field by field, each by its kind: what changes first, what does not behind one line. */
export function ContentDiff({ content, current, proposed, layout }: Props) {
  const { fields, references: listed } = content;
  const changes = useMemo(() => contentChanges(fields, current, proposed), [fields, current, proposed]);
  const references = useMemo<References>(() => new Map(listed.map((one) => [one.id, one])), [listed]);
  const different = changes.filter(({ kind }) => kind !== "same");
  const same = changes.filter(({ kind, after }) => kind === "same" && after !== undefined && after !== null);
  return (
    <div className={classes.fields}>
      {different.length === 0 && <p className={classes.dim}>Nothing differs.</p>}
      {different.map((change) => (
        <div
          key={`${change.part} ${change.name}`}
          className={classes.field}
          role="group"
          aria-label={`${displayText(titleOf(change), { newlines: "mark" })}: ${CHANGE_WORDS[change.kind]}`}
        >
          <PartHead change={change}>
            <span className={classes.kind} data-change={change.kind}>
              {CHANGE_WORDS[change.kind]}
            </span>
          </PartHead>
          <PartChange change={change} references={references} layout={layout} />
        </div>
      ))}
      {same.length > 0 && (
        <Folded amount={same.length} one="unchanged field" value={same.map(({ after }) => after ?? null)}>
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

const PART_TITLES = { path: "Path", tags: "Tags", published: "Published" } as const;
const OTHER: Omit<ContentField, "name"> = { kind: "json" };

export const titleOf = (change: ContentChange): string =>
  change.part === "field"
    ? (change.field.title ?? change.name)
    : change.part === "other"
      ? change.name
      : PART_TITLES[change.part];

/** The field as its author calls it, and its name where that is another. */
export function PartHead({ change, children }: { change: ContentChange; children?: React.ReactNode }) {
  const title = titleOf(change);
  return (
    <div className={classes.head}>
      <h3 className={classes.name}>
        <VisibleText text={title} newlines="mark" />
      </h3>
      {change.part === "field" && title !== change.name && (
        <code className={classes.dim}>
          <VisibleText text={change.name} newlines="mark" />
        </code>
      )}
      {change.part === "other" && <span className={classes.dim}>no field of its type</span>}
      {children}
    </div>
  );
}

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

interface PartProps {
  change: ContentChange;
  references: References;
  layout: DiffLayout;
}

export function PartChange({ change, references, layout }: PartProps) {
  const { before, after, name } = change;
  if (change.part === "tags") return <TagList before={textsOf(before)} after={textsOf(after)} references={references} />;
  if (change.part === "path" || change.part === "published") {
    return <ShortDiff before={shortOf(before)} after={shortOf(after)} words={change.part === "path"} />;
  }
  const field = change.part === "field" ? change.field : { ...OTHER, name };
  return <ChangeView field={field} label={titleOf(change)} {...{ before, after, references, layout }} />;
}

export function PartValue({ change, value, references }: Omit<PartProps, "layout"> & { value: Json | undefined }) {
  if (change.part === "tags") return <TagList before={textsOf(value)} after={textsOf(value)} references={references} />;
  if (change.part === "path" || change.part === "published") return <VisibleText text={shortOf(value) ?? "nothing"} />;
  const field = change.part === "field" ? change.field : { ...OTHER, name: change.name };
  return <ValueView field={field} value={value} references={references} />;
}

const shortOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
