import type { ContentField } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { blockChanges, type BlockChange } from "./block-changes.ts";
import type { NestedProps } from "./change-props.ts";
import { kindOf } from "./content-changes.ts";
import { changeWords } from "../../../ui/change-words.ts";
import { Folded } from "./folded.tsx";
import { ValueView } from "./value-view.tsx";
import classes from "./content.module.css";

/** Blocks in their new order; each shows whether it is new, removed, moved or changed, and its fields. */
export function BlockDiff({ field, before, after, references, layout, label, Change }: NestedProps) {
  const changes = blockChanges(before, after);
  if (!changes) return <FieldDiff before={before} after={after} layout={layout} wholeName={strings.wholeBlocks} />;
  return (
    <ol className={classes.blocks}>
      {changes.map((change) => {
        const type = field.blocks?.find(({ name }) => name === change.type);
        return (
          <li key={change.id} className={classes.block} data-change={change.kind} data-moved={change.moved || undefined}>
            <p className={classes.blockType}>
              <VisibleText text={type?.title ?? change.type} newlines="mark" /> <small>{wordsOf(change)}</small>
            </p>
            <BlockFields change={change} fields={type?.fields ?? []} {...{ references, layout, label, Change }} />
          </li>
        );
      })}
    </ol>
  );
}

function wordsOf({ kind, moved, was, is }: BlockChange): string {
  const words = kind === "same" && moved ? [] : [changeWords(kind)];
  return [...words, ...(moved && was !== null && is !== null ? [strings.movedFrom(was, is)] : [])].join(". ");
}

interface FieldsProps extends Pick<NestedProps, "references" | "layout" | "label" | "Change"> {
  change: BlockChange;
  fields: readonly ContentField[];
}

function BlockFields({ change, fields, references, layout, label, Change }: FieldsProps) {
  const { before = {}, after = {} } = change;
  const described = new Set(["id", "type", ...fields.map(({ name }) => name)]);
  const others = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (name) => !described.has(name) || (name === "type" && change.kind === "changed" && before["type"] !== after["type"]),
  );
  const all: ContentField[] = [...fields, ...others.map((name): ContentField => ({ name, kind: "json" }))];
  const sides = all
    .map((field) => ({
      field,
      before: Object.hasOwn(before, field.name) ? before[field.name] : undefined,
      after: Object.hasOwn(after, field.name) ? after[field.name] : undefined,
    }))
    .map((side) => ({ ...side, kind: kindOf(side.before, side.after) }));
  const different = sides.filter(({ kind }) => kind !== "same");
  const same = sides.filter(({ kind, after: value }) => kind === "same" && value !== undefined && value !== null);
  return (
    <>
      {different.map(({ field, ...side }) => (
        <div key={field.name} className={classes.blockField}>
          <p className={classes.dim}>
            <VisibleText text={field.title ?? field.name} newlines="mark" />
          </p>
          <Change
            field={field}
            before={side.before}
            after={side.after}
            label={`${label}, ${field.title ?? field.name}`}
            {...{ references, layout }}
          />
        </div>
      ))}
      {same.length > 0 && (
        <Folded what={strings.folded.unchangedFields(same.length)} value={same.map(({ after: value }) => value ?? null)}>
          {same.map(({ field, after: value }) => (
            <div key={field.name} className={classes.blockField}>
              <p className={classes.dim}>
                <VisibleText text={field.title ?? field.name} newlines="mark" />
              </p>
              <ValueView field={field} value={value} references={references} />
            </div>
          ))}
        </Folded>
      )}
    </>
  );
}
