import { isJsonObject, type Json } from "@countersign/protocol";
import { diffArrays } from "diff";
import type { Paint } from "./paint.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

export interface DiffOptions {
  paint: Paint;
  columns: number | null;
  /** Shows all unchanged lines too. */
  full?: boolean;
}

type Line = { kind: "same" | "removed" | "added"; text: string };

const CONTEXT_LINES = 3;
/** With more changed lines the exact search takes seconds, so whole blocks are shown instead. */
const MAX_EDIT_LENGTH = 4000;
const PREFIX = { same: "    ", removed: "  - ", added: "  + " } as const;
const CONTINUATION = { same: "   ·", removed: "  -·", added: "  +·" } as const;

/** Renders the changed fields as lines. Objects are compared field by field, other values as one. */
export function renderDiff(before: Json | null, after: Json | null, options: DiffOptions): string {
  const fields = isJsonObject(before) || isJsonObject(after) ? fieldsOf(before, after) : [{ name: null, before, after }];
  const rendered = fields.flatMap(({ name, before, after }) => renderField(name, before, after, options));
  return rendered.length === 0 ? "  (no change)" : rendered.join("\n");
}

function fieldsOf(before: Json | null, after: Json | null) {
  const old = isJsonObject(before) ? before : {};
  const fresh = isJsonObject(after) ? after : {};
  const names = [...Object.keys(fresh), ...Object.keys(old).filter((name) => !Object.hasOwn(fresh, name))];
  // Own fields only: a name such as `toString` must not reach the prototype.
  const read = (value: typeof old, name: string): Json | null => (Object.hasOwn(value, name) ? (value[name] ?? null) : null);
  return names.map((name) => ({ name, before: read(old, name), after: read(fresh, name) }));
}

/** Returns nothing for an unchanged field unless `full` is set. */
function renderField(name: string | null, before: Json | null, after: Json | null, options: DiffOptions): string[] {
  const { paint, columns, full = false } = options;
  const lines = compareLines(toText(before), toText(after));
  if (!full && lines.every(({ kind }) => kind === "same")) return [];
  const title = name === null ? [] : [paint.bold(renderForTerminal(name, { form: "line", prefix: "  ", columns }))];
  const kept = full ? lines : foldSame(lines);
  return [
    ...title,
    ...kept.map((line) => (typeof line === "number" ? paint.dim(`    … ${line} unchanged lines`) : renderLine(line, options))),
  ];
}

function renderLine({ kind, text }: Line, { paint, columns }: DiffOptions): string {
  const ended = text.endsWith("\n");
  const shown = renderForTerminal(ended ? text.slice(0, -1) : text, {
    form: "line",
    prefix: PREFIX[kind],
    continuation: CONTINUATION[kind],
    columns,
  });
  const colour = { same: (line: string) => line, removed: paint.red, added: paint.green }[kind];
  return colour(shown) + (ended ? "" : paint.dim("\n    (no line break at the end)"));
}

/** Returns text unchanged, and other values as indented JSON. */
function toText(value: Json | null): string {
  if (value === null) return "";
  return typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`;
}

/** Lines keep their line break, so that a missing one at the end counts as a difference. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compareLines(before: string, after: string): Line[] {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDIT_LENGTH }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): Line => ({ kind: removed ? "removed" : added ? "added" : "same", text })),
  );
}

/** Replaces unchanged lines away from a change by their number. A single line stays, because its number takes a line too. */
function foldSame(lines: readonly Line[]): (Line | number)[] {
  const near = new Set(
    lines.flatMap(({ kind }, at) =>
      kind === "same" ? [] : Array.from({ length: CONTEXT_LINES * 2 + 1 }, (_, step) => at + step - CONTEXT_LINES),
    ),
  );
  const kept: (Line | number)[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && !near.has(end)) end += 1;
    if (end - at > 1) {
      kept.push(end - at);
      at = end;
    } else {
      kept.push(lines[at] as Line);
      at += 1;
    }
  }
  return kept;
}
