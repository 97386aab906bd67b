import type { ActionSummary } from "@countersign/protocol";

type Cell = string | number | null;

/** Columns of the export, by their names on the wire where there is one. */
const COLUMNS = {
  id: (row) => row.id,
  createdAt: (row) => row.createdAt,
  status: (row) => row.status,
  toolName: (row) => row.toolName,
  title: (row) => row.preview.title,
  target: (row) => row.target,
  risk: (row) => row.risk,
  proposedBy: (row) => row.proposedBy.name,
  proposedById: (row) => row.proposedBy.id,
  resolvedAt: (row) => row.resolvedAt,
  resolvedBy: (row) => row.resolvedBy?.name ?? null,
  resolvedById: (row) => row.resolvedBy?.id ?? null,
  selfConfirmed: (row) => String(row.selfConfirmed === true),
  executedAt: (row) => row.executedAt,
  errorCode: (row) => row.error?.code ?? null,
  errorMessage: (row) => row.error?.message ?? null,
  caption: (row) => row.caption,
  input: (row) => JSON.stringify(row.effectiveInput),
  missionId: (row) => row.missionId,
  sessionId: (row) => row.sessionId,
  batchId: (row) => row.batchId,
  digest: (row) => row.digest,
} as const satisfies Record<string, (row: ActionSummary) => Cell>;

/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Each cell is quoted, so that no separator in it begins another cell. The apostrophe makes a spreadsheet show it as text. */
function toCell(value: Cell): string {
  const text = value === null ? "" : String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const toLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(",")}\r\n`;

/** First line of the file, after a byte order mark, without which some spreadsheets do not read UTF-8. */
export const CSV_HEAD = `\uFEFF${toLine(Object.keys(COLUMNS))}`;

/** One action as a line of CSV after RFC 4180. */
export const toCsvLine = (row: ActionSummary): string => toLine(Object.values(COLUMNS).map((cellOf) => cellOf(row)));
