import type { Json, JsonObject, TargetState } from "@countersign/protocol";
import { livesInServer, scopeOf, ToolFailure } from "../core/tool-port.ts";
import type { ActionRow } from "../store/statements/row.ts";
import type { EngineDeps } from "./deps.ts";

/** What of a row a look at its target needs. */
export type Watched = Pick<
  ActionRow,
  "workspaceId" | "id" | "toolName" | "source" | "effectiveInput" | "target" | "snapshot" | "proposedBy"
>;

export interface TargetLook {
  state: TargetState;
  snapshotNow: string | null;
  current: Json | null;
  /** Why nobody looks, or what the tool said instead of a version. */
  reason?: string;
}

const notWatched = (reason: string): TargetLook => ({ state: "not_watched", snapshotNow: null, current: null, reason });

/**
 * Compares an action's target with what it was when proposed; only reads. What cannot be read counts as not watched and
 * holds nobody up: the execution compares again, and there it is decisive.
 */
export async function lookAtTarget(deps: Pick<EngineDeps, "registry" | "log">, row: Watched): Promise<TargetLook> {
  const { registry, log } = deps;
  if (!livesInServer(row.source)) return notWatched("The tool runs in a worker, which is not asked about its targets.");
  if (row.target === null || row.snapshot === null) return notWatched("The tool gives its targets no version.");
  if (!registry.has(row)) return notWatched("This server does not have the tool any more.");
  const scope = scopeOf(row);
  try {
    const now = await registry.readTarget(row, row.target, scope);
    if (now) {
      const { snapshot: snapshotNow, current, isGone } = now;
      if (snapshotNow === row.snapshot) return { state: "unchanged", snapshotNow, current };
      return isGone ? { state: "gone", snapshotNow, current: null } : { state: "changed", snapshotNow, current };
    }
    const described = await registry.describe(row, JSON.parse(row.effectiveInput) as JsonObject, scope);
    const [snapshotNow, current] = [described.snapshot ?? null, described.current ?? null];
    if (described.target !== row.target) {
      return { state: "changed", snapshotNow: null, current: null, reason: "The same input would change another target now." };
    }
    return { state: snapshotNow === row.snapshot ? "unchanged" : "changed", snapshotNow, current };
  } catch (error) {
    // The same input over the same target gave an answer before, so a refusal on purpose means another target.
    if (error instanceof ToolFailure && (error.code === "invalid" || error.code === "stale")) {
      return { state: "changed", snapshotNow: null, current: null, reason: `The tool says: ${error.message}` };
    }
    log("warn", "a target could not be looked at", { toolName: row.toolName, actionId: row.id, error: String(error) });
    return notWatched("The target cannot be read at the moment.");
  }
}

/** What is remembered of a look, so that each change is told once; `null` while the target is as proposed. */
export function seenToken({ state, snapshotNow }: TargetLook): string | null {
  if (state === "gone") return " gone";
  return state === "changed" ? (snapshotNow ?? " unreadable") : null;
}
