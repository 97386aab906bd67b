import type { ElementSummary } from "@countersign/protocol";
import type { Paint } from "./paint.ts";
import { columnsOf, cutForTerminal, renderForTerminal } from "./render-for-terminal.ts";

export interface ElementsOptions {
  paint: Paint;
  columns: number | null;
}

const HEAD = ["KIND", "TYPE", "REV", "VISITORS", "WAITING"];

/** Renders one line for each element, with the path cut to the screen's width. */
export function renderElements(items: readonly ElementSummary[], { paint, columns }: ElementsOptions): string {
  const rows = items.map(({ kind, type, revision, published, openProposals, path }) => ({
    facts: [
      kind,
      renderForTerminal(type, { form: "line" }),
      String(revision),
      describeVisitors(revision, published),
      openProposals === 0 ? "" : String(openProposals),
    ],
    path,
  }));
  const widths = HEAD.map((name, at) => Math.max(name.length, ...rows.map(({ facts }) => columnsOf(facts[at] ?? ""))));
  const line = (facts: readonly string[]): string =>
    facts.map((fact, at) => fact + " ".repeat((widths[at] ?? 0) - columnsOf(fact))).join("  ");
  const room = columns === null ? Infinity : Math.max(columns - columnsOf(line(HEAD)) - 2, 10);
  return [
    paint.dim(`${line(HEAD)}  PATH`),
    ...rows.map(({ facts, path }) => `${line(facts)}  ${cutForTerminal(path, room)}`),
  ].join("\n");
}

/** Describes the revision that visitors see: none, this one, or an earlier one. */
function describeVisitors(revision: number, published: number | null): string {
  if (published === null) return "nothing";
  return published === revision ? "this" : `rev ${published}`;
}
