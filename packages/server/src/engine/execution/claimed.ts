import type { JsonObject } from "@countersign/protocol";
import { actionDigest } from "../../core/digest.ts";
import type { ClaimedRow } from "../../store/statements/claim-actions.ts";
import type { ClaimKey } from "../../store/statements/finish-execution.ts";

/** The right to run one action once. Only `verifyClaim` creates one; copies and look-alikes are rejected. */
export interface Claimed {
  readonly row: ClaimedRow;
  readonly key: ClaimKey;
  /** The handler's input, parsed from the stored text the digest was computed over. */
  readonly input: JsonObject;
}

const unused = new WeakSet<Claimed>();

/**
 * Verifies that what is about to run is what was approved: computes the digest again from the stored input, tool, target and
 * snapshot. Returns undefined if they differ or the row has no claim; then nothing may run.
 */
export function verifyClaim(row: ClaimedRow): Claimed | undefined {
  if (row.claimId === null) return undefined;
  const digest = actionDigest({
    workspaceId: row.workspaceId,
    toolName: row.toolName,
    toolHash: row.toolHash,
    input: row.effectiveInput,
    target: row.target,
    snapshot: row.snapshot,
  });
  if (digest !== row.digest) return undefined;
  const key = { workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId };
  const input = JSON.parse(row.effectiveInput) as JsonObject;
  const claimed: Claimed = Object.freeze({ row, key, input });
  unused.add(claimed);
  return claimed;
}

/** Consumes a claim; throws if it was consumed before or not created by `verifyClaim`. */
export function redeemClaim(claimed: Claimed): void {
  if (!unused.delete(claimed)) throw new Error("a handler runs once for each claim");
}
