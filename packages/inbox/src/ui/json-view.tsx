import type { Json } from "@countersign/protocol";
import { isObject } from "./diff/is-object.ts";
import { LongText } from "./long-text.tsx";
import { VisibleText } from "./visible-text.tsx";
import classes from "./json-view.module.css";

interface Props {
  value: Json;
}

/** A value key by key, whole: text as it reads, everything else as JSON writes it. */
export function JsonView({ value }: Props) {
  if (typeof value === "string") return <LongText text={value} />;
  if (Array.isArray(value))
    return <Entries entries={value.map((item, index) => [String(index + 1), item])} isList empty="empty list" />;
  if (isObject(value)) return <Entries entries={Object.entries(value)} empty="no fields" />;
  return <code className={classes.literal}>{String(value)}</code>;
}

interface EntriesProps {
  entries: readonly (readonly [string, Json])[];
  isList?: boolean;
  empty: string;
}

function Entries({ entries, isList = false, empty }: EntriesProps) {
  if (entries.length === 0) return <span className={classes.empty}>{empty}</span>;
  return (
    <dl className={classes.entries} data-list={isList || undefined}>
      {entries.map(([name, value], index) => (
        <div key={index} className={classes.entry} data-block={isBlock(value) || undefined}>
          <dt className={classes.name}>
            <VisibleText text={name} newlines="mark" />
          </dt>
          <dd className={classes.value}>
            <JsonView value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Stands below its name instead of beside it. */
const isBlock = (value: Json): boolean =>
  typeof value === "string" ? value.length > 120 || value.includes("\n") : typeof value === "object" && value !== null;
