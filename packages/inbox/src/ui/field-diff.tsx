import type { Json } from "@countersign/protocol";
import { Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { strings } from "../strings/code.tsx";
import { comparableText, isLongText } from "./diff/comparable-text.ts";
import { fieldChanges, type FieldChange } from "./diff/field-changes.ts";
import type { DiffLayout } from "./diff-rows.tsx";
import { JsonView } from "./json-view.tsx";
import { LongDiff } from "./long-diff.tsx";
import { TextDiff } from "./text-diff.tsx";
import { UNOPENED, useReportUnopened } from "./review-parts.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./field-diff.module.css";

interface Props {
  /** Undefined if this side has no value. */
  before: Json | undefined;
  after: Json | undefined;
  layout: DiffLayout;
  /** Shown as the name of a value without fields. */
  wholeName: string;
}

/** Two values field by field: changed fields are drawn, unchanged ones are named and open on a click. */
export function FieldDiff({ before, after, layout, wholeName }: Props) {
  const changes = useMemo(() => fieldChanges(before, after), [before, after]);
  const different = changes.filter(({ kind }) => kind !== "same");
  const same = changes.filter(({ kind }) => kind === "same");
  return (
    <div className={classes.fields}>
      {different.length === 0 && (
        <Text size="sm" c="dimmed">
          {strings.comparison.nothingDiffers}
        </Text>
      )}
      {different.map((change) => (
        <Field key={change.path.join("\0")} change={change} layout={layout} wholeName={wholeName} />
      ))}
      {same.length > 0 && <SameFields fields={same} wholeName={wholeName} />}
    </div>
  );
}

function Field({ change, layout, wholeName }: { change: FieldChange } & Omit<Props, "before" | "after">) {
  const texts = comparableText(change.before, change.after);
  const name = change.path.length === 0 ? wholeName : change.path.join(" › ");
  const oneSided = change.kind !== "changed";
  const words = strings.comparison;
  const label = words.name(name);
  const kind = strings.changes[change.kind];
  const isLong = isLongText(texts.before) || isLongText(texts.after);
  return (
    <div className={classes.field} role="group" aria-label={words.change(name, kind)}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          <VisibleText text={name} newlines="mark" />
        </h3>
        <span className={classes.kind} data-kind={change.kind}>
          {change.kind === "added" && change.before === null
            ? words.wasNull(kind)
            : change.kind === "removed" && change.after === null
              ? words.becomesNull(kind)
              : kind}
        </span>
      </div>
      {texts.before === texts.after ? (
        <JsonView value={change.after ?? change.before ?? null} />
      ) : isLong && !oneSided && layout === "split" ? (
        <LongDiff {...texts} label={label} />
      ) : (
        <TextDiff {...texts} label={label} layout={oneSided ? "unified" : layout} />
      )}
    </div>
  );
}

function SameFields({ fields, wholeName }: { fields: readonly FieldChange[]; wholeName: string }) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useReportUnopened(wasOpen ? 0 : 1);
  const size = fields.reduce((sum, { after }) => sum + JSON.stringify(after ?? null).length, 0);
  return (
    <div>
      <button
        type="button"
        className={classes.same}
        aria-expanded={open}
        {...(wasOpen ? {} : UNOPENED)}
        onClick={() => {
          setOpen(!open);
          setWasOpen(true);
        }}
      >
        {(open ? strings.comparison.hideFields : strings.comparison.showFields)(fields.length, size)}
      </button>
      {open &&
        fields.map(({ path, after }) => (
          <div key={path.join("\0")} className={classes.field}>
            <h3 className={classes.name}>
              <VisibleText text={path.length === 0 ? wholeName : path.join(" › ")} newlines="mark" />
            </h3>
            <JsonView value={after ?? null} />
          </div>
        ))}
    </div>
  );
}
