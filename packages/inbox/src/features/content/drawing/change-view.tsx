import type { Json } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { comparableText, isLongText } from "../../../ui/diff/comparable-text.ts";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { LongDiff } from "../../../ui/long-diff.tsx";
import { TextDiff } from "../../../ui/text-diff.tsx";
import { BlockDiff } from "./block-diff.tsx";
import type { ChangeProps } from "./change-props.ts";
import { Chips } from "./chips.tsx";
import { languageChanges } from "./content-changes.ts";
import { LanguageDiff } from "./language-diff.tsx";
import { readItems } from "./list-changes.ts";
import { plainValue } from "./format-value.ts";
import { PictureList, ReferenceList } from "./reference-view.tsx";
import { RichText } from "./rich-text.tsx";
import { Sides } from "./sides.tsx";
import { ShortDiff } from "../../../ui/short-diff.tsx";

/** A changed value by the kind of its field. If a side is not of that kind, both are compared as raw values. */
export function ChangeView(change: ChangeProps) {
  const { field, before, after } = change;
  const languages = field.localized ? languageChanges(before, after) : null;
  if (languages) return <LanguageDiff {...change} languages={languages} Change={ChangeView} />;
  return <OneChange {...change} />;
}

function OneChange({ field, before, after, references, layout, label }: ChangeProps) {
  const { kind } = field;
  const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null;
  const plain = [before, after].map((value) => (isThere(value) ? plainValue(field, value) : undefined));
  if (kind !== "text" && !plain.includes(null))
    return <ShortDiff before={plain[0] ?? undefined} after={plain[1] ?? undefined} />;
  if (kind === "text" && plain.every((text) => text !== null && isOneLine(text))) {
    return <ShortDiff before={plain[0] ?? undefined} after={plain[1] ?? undefined} words />;
  }
  if (kind === "richtext" && [before, after].every((value) => !isThere(value) || typeof value === "string")) {
    return <RichTextDiff before={before as string} after={after as string} label={label} layout={layout} />;
  }
  if (kind === "blocks")
    return <BlockDiff field={field} {...{ before, after, references, layout, label }} Change={ChangeView} />;
  if (kind === "json") return <FieldDiff before={before} after={after} layout={layout} wholeName={strings.wholeValue} />;
  const [old, fresh] = [readItems(before), readItems(after)];
  if (old && fresh && kind === "multiselect") return <Chips before={old} after={fresh} />;
  if (old && fresh && kind === "relation") return <ReferenceList before={old} after={fresh} references={references} />;
  if (old && fresh && kind === "image") {
    return (
      <Sides
        before={<PictureList ids={old} references={references} />}
        after={<PictureList ids={fresh} references={references} />}
      />
    );
  }
  return <PlainDiff before={before} after={after} label={label} layout={layout} />;
}

const ONE_LINE = 160;
const isOneLine = (text: string | undefined): boolean =>
  text === undefined || (text.length <= ONE_LINE && !/[\n\r]/.test(text));

function PlainDiff({ before, after, label, layout }: Pick<ChangeProps, "before" | "after" | "label" | "layout">) {
  const texts = comparableText(before, after);
  const oneSided = before === undefined || before === null || after === undefined || after === null;
  const isLong = isLongText(texts.before) || isLongText(texts.after);
  if (isLong && !oneSided && layout === "split") return <LongDiff {...texts} label={label} />;
  return <TextDiff {...texts} label={label} layout={oneSided ? "unified" : layout} />;
}

/** Rendered rich text and its source, because addresses and hidden parts show only in the source. */
function RichTextDiff({ before, after, label, layout }: Pick<ChangeProps, "label" | "layout"> & RichTextSides) {
  return (
    <>
      <Sides
        before={before ? <RichText html={before} beside={after ?? ""} label={strings.richText.readsNow(label)} /> : null}
        after={after ? <RichText html={after} beside={before ?? ""} label={strings.richText.wouldRead(label)} /> : null}
      />
      <PlainDiff
        before={before ?? undefined}
        after={after ?? undefined}
        label={strings.richText.source(label)}
        layout={layout}
      />
    </>
  );
}

interface RichTextSides {
  before: string | null | undefined;
  after: string | null | undefined;
}
