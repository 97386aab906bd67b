import type { Json } from "@countersign/protocol";
import { useState } from "react";
import { strings } from "../strings/code.tsx";
import { isObject, jsonText } from "./diff/json.ts";
import { fitLines, jsonSize } from "./json-size.ts";
import { LongText } from "./long-text.tsx";
import { MoreButton } from "./more-button.tsx";
import { useReportUnopened } from "./review-parts.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./json-view.module.css";

interface Props {
  value: Json;
  /** Nesting depth of this value. */
  depth?: number;
}

/** A complete value, key by key: text as plain text, everything else as JSON. */
export function JsonView({ value, depth = 0 }: Props) {
  if (typeof value === "string") return <LongText text={value} />;
  if (Array.isArray(value)) {
    const entries = value.map((item, index) => [String(index + 1), item] as const);
    return <Entries entries={entries} isList depth={depth} empty={strings.values.emptyList} />;
  }
  if (isObject(value)) return <Entries entries={Object.entries(value)} depth={depth} empty={strings.values.noFields} />;
  return <code className={classes.literal}>{String(value)}</code>;
}

interface EntriesProps {
  entries: readonly (readonly [string, Json])[];
  isList?: boolean;
  depth: number;
  empty: string;
}

/** Initial and maximum number of drawn lines. More would take a browser seconds; the rest is drawn as text, which is fast. */
const LINES_AT_ONCE = 400;
const MAX_LINES = 2000;
/** Deeper levels are not indented further, since no room would be left for the text. */
const INDENTED_LEVELS = 8;

/** Folds the rest of a long value behind a line that tells its size; a very long rest opens as JSON text. */
function Entries({ entries, isList = false, depth, empty }: EntriesProps) {
  const [open, setOpen] = useState(false);
  const values = entries.map(([, value]) => value);
  const start = fitLines(values, LINES_AT_ONCE);
  const end = open && fitLines(values, MAX_LINES) === values.length ? values.length : start;
  const rest = entries.slice(end);
  const held = rest.length > 0 && !open ? 1 : 0;
  useReportUnopened(held, held);
  if (entries.length === 0) return <span className={classes.empty}>{empty}</span>;
  return (
    <>
      <dl className={classes.entries} data-list={isList || undefined} data-flat={depth > INDENTED_LEVELS || undefined}>
        {entries.slice(0, end).map(([name, value], index) => (
          <div key={index} className={classes.entry} data-block={isBlock(value) || undefined}>
            <dt className={classes.name}>
              <VisibleText text={name} newlines="mark" />
            </dt>
            <dd className={classes.value}>
              <JsonView value={value} depth={depth + 1} />
            </dd>
          </div>
        ))}
      </dl>
      {rest.length > 0 && !open && (
        <MoreButton onClick={() => setOpen(true)}>{strings.values.moreEntries(rest.length, sizeOf(rest))}</MoreButton>
      )}
      {rest.length > 0 && open && (
        <LongText code whole text={jsonText(isList ? rest.map(([, value]) => value) : Object.fromEntries(rest))} />
      )}
    </>
  );
}

const sizeOf = (entries: EntriesProps["entries"]): number =>
  entries.reduce((sum, [name, value]) => sum + name.length + jsonSize(value).characters, 0);

/** Whether the value is drawn below its name instead of beside it. */
const isBlock = (value: Json): boolean =>
  typeof value === "string" ? value.length > 120 || value.includes("\n") : typeof value === "object" && value !== null;
