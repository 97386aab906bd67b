import { previewImageSchema, previewTableSchema, readImageData, type JsonObject, type Preview } from "@countersign/protocol";
import { columnsOf, renderForTerminal } from "./render-for-terminal.ts";
import { stringifyForTerminal } from "./stringify-for-terminal.ts";

const BAR = "  │ ";
/** Wider cells break a table on most screens; such a table is listed row by row instead. */
const MAX_CELL_COLUMNS = 40;

/** Renders a preview's items: tables as text, images as their description. */
export function renderPreview({ items = [] }: Preview, columns: number | null): string[] {
  return items.map((item) => renderItem(item, columns));
}

function renderItem(item: JsonObject, columns: number | null): string {
  const image = previewImageSchema.safeParse(item).data;
  if (image) {
    const read = readImageData(image.src);
    const { alt, caption } = image;
    const facts = read.ok ? `, ${read.facts.type}, ${read.facts.width} × ${read.facts.height} pixels` : "";
    return line(`picture: ${alt}${caption === undefined ? "" : ` (${caption})`}${facts}; open the inbox to see it`, columns);
  }
  const table = previewTableSchema.safeParse(item).data;
  if (!table) return renderForTerminal(stringifyForTerminal(item, 2), { form: "block", prefix: BAR, columns });
  const title = line(`${table.title ?? "table"}: ${table.rows.length} rows`, columns);
  const cells = [table.columns, ...table.rows.map((row) => row.map(String))].map((row) =>
    row.map((cell) => renderForTerminal(cell, { form: "line" })),
  );
  return [title, ...(alignCells(cells, columns) ?? listCells(cells, columns))].join("\n");
}

const line = (text: string, columns: number | null): string =>
  renderForTerminal(text, { form: "line", prefix: "  ", continuation: "   ·", columns });

/** Renders a table with one line for each row; undefined if it does not fit. */
function alignCells(cells: readonly (readonly string[])[], columns: number | null): string[] | undefined {
  const widths = (cells[0] ?? []).map((_, n) => Math.max(...cells.map((row) => columnsOf(row[n] ?? ""))));
  const width = widths.reduce((sum, one) => sum + one + 3, BAR.length);
  if (width > (columns ?? Infinity) || widths.some((one) => one > MAX_CELL_COLUMNS)) return undefined;
  const pad = (cell: string, n: number): string => cell + " ".repeat(Math.max(0, (widths[n] ?? 0) - columnsOf(cell)));
  return cells.map((row) => (BAR + row.map(pad).join(" │ ")).trimEnd());
}

/** Lists each row under its number, with each cell after its column's name. */
function listCells([names = [], ...rows]: readonly (readonly string[])[], columns: number | null): string[] {
  return rows.flatMap((row, n) => [
    `  row ${n + 1}`,
    // Names and cells are already marked; rendering them again would mark the marks.
    ...row.flatMap((cell, at) => breakShown(`${names[at] ?? ""}: ${cell}`, columns)),
  ]);
}

function breakShown(shown: string, columns: number | null): string[] {
  const room = columns === null ? Infinity : Math.max(20, Math.floor((columns - BAR.length) / 2));
  const characters = [...shown];
  const parts = [];
  for (let at = 0; at < characters.length; at += room) parts.push(BAR + characters.slice(at, at + room).join(""));
  return parts;
}
