import type { Action, JsonObject, PreviewAnswer } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { actionDigest } from "../../core/digest.ts";
import { next } from "../../core/lifecycle.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { transitionAction } from "../../store/statements/transition-action.ts";
import { storePreview } from "../../store/statements/previews.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { PREVIEW_FAILED } from "../proposals/describe-call.ts";
import type { WorkerClaims } from "../../ports/workers.ts";
import { storableFailure } from "./lease.ts";
import { toAction } from "../actions/to-wire.ts";

type OwnAction = (by: Principal, id: string) => Promise<StoredAction | undefined>;

/** Stores what a pending call would change, as told by its tool's worker. Faults end the call without a decision. */
export const createAnswerPreview =
  ({ database }: Pick<EngineDeps, "database">, ownAction: OwnAction): WorkerClaims["answerPreview"] =>
  async (by, id, answer) => {
    if (by.kind !== "worker") return refuse("FORBIDDEN", "Only the worker of a tool can create its preview.");
    const row = await ownAction(by, id);
    if (!row) return refuse("NOT_FOUND", "There is no such action of one of your tools.");
    // While the version is unchanged, the answer belongs to the stored input. Both statements check the version again.
    const isTaken = row.version === answer.version && row.previewWanted && (await take(row, answer));
    const now = await ownAction(by, id);
    if (!isTaken) return nobodyWaits(toAction(now ?? row));
    database.notify(by.workspaceId);
    return ok(toAction(now ?? row));

    async function take(seen: StoredAction, { preview: drawn, failed, faults, ...facts }: PreviewAnswer): Promise<boolean> {
      const { workspaceId, version } = seen;
      const to = faults && next(seen.status, "withdraw");
      if (faults) {
        const message = faults.map(({ path, message: what }) => (path === "" ? what : `${path}: ${what}`)).join("; ");
        const error = JSON.stringify(storableFailure({ code: "invalid", message }));
        const move = { workspaceId, id, seenVersion: version, by, digest: seen.digest, event: "action.withdrawn", error };
        return to !== undefined && (await transitionAction(database.kysely, { ...move, from: ["pending"], to })) !== undefined;
      }
      // The stored preview is the one that the server wrote for this input; it has the title and nothing else.
      const preview = failed ? { ...(JSON.parse(seen.preview) as JsonObject), summary: PREVIEW_FAILED } : drawn;
      if (preview === undefined) return false;
      const { target = null, snapshot = null, current, proposed } = facts;
      const digest = actionDigest({
        workspaceId,
        toolName: seen.toolName,
        toolHash: seen.toolHash,
        input: seen.effectiveInput,
        target,
        snapshot,
      });
      return storePreview(database.kysely, {
        workspaceId,
        id,
        version,
        preview: canonicalJson(preview as JsonObject),
        target,
        snapshot,
        current: current === undefined ? null : canonicalJson(current),
        proposed: proposed === undefined ? null : canonicalJson(proposed),
        digest,
        seenDigest: seen.digest,
        by,
      });
    }
  };

const nobodyWaits = (current: Action): Result<never> =>
  refuse("INVALID_STATE", "This preview is no longer needed.", { current });
