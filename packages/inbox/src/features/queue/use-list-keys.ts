import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import type { QueueLine } from "./group-rows.ts";
import type { Selection } from "./use-selection.ts";

interface ListKeys {
  lines: readonly QueueLine[];
  /** Null for those who may not decide. */
  selection: Selection | null;
  scrollTo: (index: number) => void;
}

/** `j` and `k` open the next and the previous row, `x` ticks the open one, `/` focuses the search. */
export function useListKeys({ lines, selection, scrollTo }: ListKeys): void {
  const navigate = useNavigate();
  const { id: openId } = useParams({ strict: false });
  const lastIndex = useRef(-1);
  const found = lines.findIndex((line) => line.kind === "row" && line.row.id === openId);

  const move = (step: 1 | -1): void => {
    // If the open row left the list, the next row has taken its index.
    let index = found >= 0 ? found + step : lastIndex.current + (step === 1 ? 0 : -1);
    if (found < 0 && lastIndex.current < 0) index = 0;
    while (lines[index]?.kind === "heading") index += index === 0 ? 1 : step;
    const line = lines[index];
    if (line?.kind !== "row") return;
    lastIndex.current = index;
    scrollTo(index);
    void navigate({ to: "/actions/$id", params: { id: line.row.id }, search: true });
  };

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const line = lines[found];
      if (line?.kind === "row" && line.row.status === "pending") selection?.toggle(line.row.id);
    },
    "/": () => {
      const field = document.querySelector<HTMLInputElement>("[data-queue-search]");
      field?.focus();
      field?.select();
    },
  });
}
