import type { ActionSummary } from "@countersign/protocol";
import { useMemo, useState } from "react";
import { useMe } from "../../api/signed-in.ts";
import { useFeedEvent } from "../../api/use-live.ts";

type Rows = ReadonlyMap<string, ActionSummary>;

const NONE: Rows = new Map();

/** A ticked row that is not selected any more. */
export interface Fallen {
  row: ActionSummary;
  /** False if it still waits, but would run something else than what was listed. */
  isDecided: boolean;
}

/**
 * Tracks ticked rows, each with the digest that was listed, also while it is in none of the loaded pages. A row that is no longer
 * pending, or has another digest, is not selected any more. Another list, named by `of`, begins without ticks.
 */
export function useSelection(rows: readonly ActionSummary[], of: string) {
  const [state, setState] = useState({ of, ticked: NONE });
  const ticked = state.of === of ? state.ticked : NONE;
  const change = (to: (old: Rows) => Rows): void => setState((old) => ({ of, ticked: to(old.of === of ? old.ticked : NONE) }));
  const loaded = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const waiting = useMemo(() => rows.filter(({ status }) => status === "pending"), [rows]);
  const meId = useMe()?.principal.id;
  const { selected, fallen } = useMemo(() => sortTicked(ticked, loaded, meId), [ticked, loaded, meId]);
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);

  // For rows that no loaded page holds.
  useFeedEvent((event) => {
    if (event.event !== "action.updated") return;
    const { id, status } = event.data;
    const row = ticked.get(id);
    if (row && row.status !== status) change((old) => (old.has(id) ? new Map(old).set(id, { ...row, status }) : old));
  });

  const selectRows = (more: readonly ActionSummary[]): void =>
    change((old) => new Map([...old, ...more.flatMap((row) => (row.status === "pending" ? [[row.id, row] as const] : []))]));
  const selectIds = (ids: readonly string[]): void => selectRows(ids.flatMap((id) => loaded.get(id) ?? []));
  const drop = (ids: readonly string[]): void => {
    const dropped = new Set(ids);
    change((old) => new Map([...old].filter(([id]) => !dropped.has(id))));
  };
  return {
    selected,
    fallen,
    allSelected: waiting.length > 0 && waiting.every(({ id }) => selectedIds.has(id)),
    waitingCount: waiting.length,
    has: (id: string) => selectedIds.has(id),
    toggle: (id: string) => (selectedIds.has(id) ? drop([id]) : selectIds([id])),
    tickAll: selectIds,
    /** Ticks all of them, or unticks all if all were ticked. */
    toggleMany: (ids: readonly string[]) => (ids.every((id) => selectedIds.has(id)) ? drop(ids) : selectIds(ids)),
    selectRows,
    selectAll: () => selectRows(waiting),
    /** Ends the notice about rows that are not selected any more. */
    forgetFallen: () => drop(fallen.map(({ row }) => row.id)),
    clear: () => change(() => NONE),
  };
}
export type Selection = ReturnType<typeof useSelection>;

/** Nobody has to be told what they decided themselves. */
function sortTicked(ticked: Rows, loaded: Rows, meId: string | undefined) {
  const selected: ActionSummary[] = [];
  const fallen: Fallen[] = [];
  for (const [id, row] of ticked) {
    const now = loaded.get(id) ?? row;
    const isDecided = now.status !== "pending" || row.status !== "pending";
    if (!isDecided && now.digest === row.digest) selected.push(row);
    else if (now.resolvedBy === null || now.resolvedBy.id !== meId) fallen.push({ row: now, isDecided });
  }
  return { selected, fallen };
}
