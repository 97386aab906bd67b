import type { ContentField, Json } from "@countersign/protocol";
import type { ReactNode } from "react";
import { strings } from "../../../strings/drawing.tsx";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ChangeView } from "./change-view.tsx";
import type { ContentChange } from "./content-changes.ts";
import type { References } from "./reference-view.tsx";
import { partTitleOf, shortPartOf } from "./short-part.ts";
import { ShortDiff } from "../../../ui/short-diff.tsx";
import { TagList } from "./chips.tsx";
import { ValueView } from "./value-view.tsx";
import classes from "./content.module.css";

const OTHER: Omit<ContentField, "name"> = { kind: "json" };

/** Title of a field as its author calls it, followed by its name if that differs. */
export function PartHead({ change, children }: { change: ContentChange; children?: ReactNode }) {
  const title = partTitleOf(change);
  return (
    <div className={classes.head}>
      <p className={classes.name}>
        <VisibleText text={title} newlines="mark" />
      </p>
      {change.part === "field" && isOtherName(title, change.name) && (
        <code className={classes.dim}>
          <VisibleText text={change.name} newlines="mark" />
        </code>
      )}
      {change.part === "other" && <span className={classes.dim}>{strings.notOfType}</span>}
      {children}
    </div>
  );
}

/** Whether the name adds anything to the title: `targetGroups` under "Target groups" does not. */
const isOtherName = (title: string, name: string): boolean =>
  title.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase() !== name.replaceAll("_", "").toLowerCase();

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
    return <ShortDiff before={shortPartOf(before)} after={shortPartOf(after)} words={change.part === "path"} />;
  }
  const field = change.part === "field" ? change.field : { ...OTHER, name };
  return <ChangeView field={field} label={partTitleOf(change)} {...{ before, after, references, layout }} />;
}

export function PartValue({ change, value, references }: Omit<PartProps, "layout"> & { value: Json | undefined }) {
  if (change.part === "tags") return <TagList before={textsOf(value)} after={textsOf(value)} references={references} />;
  if (change.part === "path" || change.part === "published")
    return <VisibleText text={shortPartOf(value) ?? strings.nothing} />;
  const field = change.part === "field" ? change.field : { ...OTHER, name: change.name };
  return <ValueView field={field} value={value} references={references} />;
}
