import type { ActionSummary } from "@countersign/protocol";
import { riskOf } from "./risk-of.ts";
import type { Paint } from "./paint.ts";
import { renderAge } from "./render-age.ts";
import { columnsOf, cutForTerminal, renderForTerminal } from "./render-for-terminal.ts";

export interface ListOptions {
  paint: Paint;
  columns: number | null;
  now: number;
}

/** Last characters of an id: ids of one batch share their start. */
export const shortId = (id: string): string => renderForTerminal(id.slice(-8), { form: "line" });

/** Renders one line for each action, with the title cut to the screen's width; `show` prints it whole. */
export function renderList(items: readonly ActionSummary[], { paint, columns, now }: ListOptions): string {
  const rows = items.map((item) => ({
    facts: [
      shortId(item.id),
      item.status,
      riskOf(item),
      renderAge(item.createdAt, now),
      renderForTerminal(item.toolName, { form: "line" }),
    ],
    title: item.preview.title,
  }));
  const head = ["ID", "STATUS", "RISK", "AGE", "TOOL"];
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map(({ facts }) => columnsOf(facts[at] ?? ""))));
  const line = (facts: readonly string[]): string =>
    facts.map((fact, at) => fact + " ".repeat((widths[at] ?? 0) - columnsOf(fact))).join("  ");
  const room = columns === null ? Infinity : Math.max(columns - columnsOf(line(head)) - 2, 10);
  return [
    paint.dim(`${line(head)}  WHAT`),
    ...rows.map(({ facts, title }) => `${line(facts)}  ${cutForTerminal(title, room)}`),
  ].join("\n");
}
