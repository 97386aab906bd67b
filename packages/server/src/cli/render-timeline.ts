import type { TimelineEntry } from "@countersign/protocol";
import type { Paint } from "./paint.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** Renders an action's events, oldest first. */
export function renderTimeline(
  entries: readonly TimelineEntry[],
  { paint, columns }: { paint: Paint; columns: number | null },
): string {
  const lines = entries.map(({ at, kind, by }) =>
    renderForTerminal(`${at}  ${kind}  ${by.kind} ${by.name}`, { form: "line", prefix: "  ", columns }),
  );
  return `${paint.bold("Timeline")}\n${lines.join("\n")}`;
}
