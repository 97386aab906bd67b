import { refusePlace, type ActionSummary } from "@countersign/protocol";
import { useCallback, useEffect, useState } from "react";
import { noteShown } from "../../api/shown-since.ts";
import { useActions } from "../../api/use-actions.ts";
import { useEmbedded } from "../../ui/embedding.ts";
import { useShown } from "../../ui/use-shown.ts";
import type { BatchVerdict, KeptEdits } from "./batch-verdicts.ts";

/** Actions read and drawn at once; the next ones follow when these are there. */
const STEP = 50;

interface Asked {
  verdict: BatchVerdict;
  rows: readonly ActionSummary[];
  kept: KeptEdits | undefined;
  /** False while decisions are sent and afterwards: what then changes is their own outcome. */
  isAsking: boolean;
}

/** Sorts the rows by whether the verdict covers them. */
export function useBatch({ verdict, rows, kept, isAsking }: Asked) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => rows.forEach(({ id }) => noteShown(id)), [rows]);
  const places = useEmbedded() ? (["batch", "frame"] as const) : (["batch"] as const);
  const allowed =
    verdict === "approve" ? rows.filter((row) => places.every((place) => refusePlace(place, row) === undefined)) : rows;
  const chosen = allowed.filter(({ id }) => !leftOut.has(id));
  const [reach, setReach] = useState(STEP);
  const reached = chosen.slice(0, reach);
  const read = useActions(
    reached.map(({ id }) => id),
    kept,
    isAsking,
  );
  const settledCount = reached.filter(({ id }) => isSettled(read.get(id))).length;
  if (settledCount === reached.length && reach < chosen.length) setReach(reach + STEP);
  const statusOf = ({ id, status }: ActionSummary) => read.get(id)?.action?.status ?? status;
  const [gone, setGone] = useState<readonly ActionSummary[]>([]);
  const newlyGone = isAsking ? chosen.filter((row) => !gone.includes(row) && statusOf(row) !== "pending") : [];
  if (newlyGone.length > 0) setGone([...gone, ...newlyGone]);

  const included = chosen.filter((row) => !gone.includes(row));
  const onScreen = useShown();
  // An approval covers only actions that are shown in full. Other verdicts need nothing on the screen.
  const decided = verdict === "approve" ? included.filter(({ id }) => onScreen.shown.has(id)) : included;
  const decidedIds = new Set(decided.map(({ id }) => id));
  const notShown = included.filter(({ id }) => !decidedIds.has(id));
  const hidden = notShown.filter(({ id }) => read.get(id)?.isReading === false);
  const rest = verdict === "approve" ? allowed.filter((row) => leftOut.has(row.id) && !gone.includes(row)) : [];
  const withheld = rows.filter((row) => !allowed.includes(row));
  const leaveOut = useCallback((id: string): void => setLeftOut((old) => new Set([...old, id])), []);
  const unread = { done: settledCount, of: chosen.length };
  return { allowed, withheld, included, decided, notShown, hidden, rest, gone, unread, read, leaveOut, ...onScreen };
}

const isSettled = (read: { action: unknown; fault: string | undefined } | undefined): boolean =>
  read?.action !== undefined || read?.fault !== undefined;
