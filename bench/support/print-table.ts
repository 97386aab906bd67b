import type { Figure } from "./figure.ts";

const HEADINGS = ["question", "measured", "beside", "ratio", "target", ""];

const cellsOf = ({ what, measured, beside, ratio, target }: Figure): string[] => [
  what,
  measured,
  beside ?? "",
  ratio === undefined ? "" : ratio.toFixed(2),
  target?.wanted ?? "",
  target === undefined ? "" : target.met ? "pass" : "FAIL",
];

/** Formats a Markdown table with aligned columns. */
export function printTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`);
  lines.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  return lines.join("\n");
}
