import type { Json, JsonObject, TargetState } from "@countersign/protocol";
import { scopeOf, ToolFailure } from "../../ports/tool.ts";
import { livesInServer } from "../../core/tool-source.ts";
import type { ActionRow } from "../../store/statements/row.ts";
import type { EngineDeps } from "../deps.ts";

/** Fields of an action that a check of its target needs. */
export type WatchedAction = Pick<
  ActionRow,
  "workspaceId" | "id" | "toolName" | "source" | "effectiveInput" | "target" | "snapshot" | "proposedBy"
>;

export interface TargetLook {
  state: TargetState;
  snapshotNow: string | null;
  current: Json | null;
  /** Why the target is not watched, or what the tool said instead of a version. */
  reason?: string;
}

const notWatched = (reason: string): TargetLook => ({ state: "not_watched", snapshotNow: null, current: null, reason });

/**
 * Compares an action's target with its version at proposal; read-only. An unreadable target counts as not watched and blocks
 * nobody: the execution compares again, and that comparison is decisive.
 */
export async function lookAtTarget(deps: Pick<EngineDeps, "registry" | "log">, row: WatchedAction): Promise<TargetLook> {
  const { registry, log } = deps;
  if (!livesInServer(row.source)) return notWatched("The tool runs in a worker, and workers do not report current targets.");
  if (row.target === null || row.snapshot === null) return notWatched("The tool does not report versions of its targets.");
  if (!registry.has(row)) return notWatched("This server no longer has the tool.");
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
      return { state: "changed", snapshotNow: null, current: null, reason: "The same input would now change another target." };
    }
    return { state: snapshotNow === row.snapshot ? "unchanged" : "changed", snapshotNow, current };
  } catch (error) {
    // The tool accepted the same input over the same target before, so a deliberate refusal means that the target changed.
    if (error instanceof ToolFailure && (error.code === "invalid" || error.code === "stale")) {
      return { state: "changed", snapshotNow: null, current: null, reason: `The tool reports: ${error.message}` };
    }
    log("warn", "a target could not be looked at", { toolName: row.toolName, actionId: row.id, error: String(error) });
    return notWatched("The target cannot be read at the moment.");
  }
}

/** Token that is stored so that each change is recorded once; null while the target is as proposed or not watched. */
export function seenToken({ state, snapshotNow }: TargetLook): string | null {
  if (state === "gone") return " gone";
  return state === "changed" ? (snapshotNow ?? " unreadable") : null;
}
