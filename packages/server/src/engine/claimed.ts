import type { JsonObject } from "@countersign/protocol";
import { actionDigest } from "../core/digest.ts";
import type { ClaimedRow } from "../store/statements/claim-actions.ts";
import type { ClaimKey } from "../store/statements/finish-execution.ts";

/** The right to run one action once. Only `verifyClaim` makes one; a copy or a look-alike is worth nothing. */
export interface Claimed {
  readonly row: ClaimedRow;
  readonly key: ClaimKey;
  /** What runs, parsed from the stored text the digest was computed over. */
  readonly input: JsonObject;
}

const unused = new WeakSet<Claimed>();

/**
 * Compares what is about to run with what was approved: the digest is computed again from the stored input, tool, target
 * and snapshot. `undefined` means they differ, and nothing may run.
 */
export function verifyClaim(row: ClaimedRow): Claimed | undefined {
  if (row.claimId === null) return undefined;
  const input = JSON.parse(row.effectiveInput) as JsonObject;
  const digest = actionDigest({
    workspaceId: row.workspaceId,
    toolName: row.toolName,
    toolHash: row.toolHash,
    input,
    target: row.target,
    snapshot: row.snapshot,
  });
  if (digest !== row.digest) return undefined;
  const key = { workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId };
  const claimed: Claimed = Object.freeze({ row, key, input });
  unused.add(claimed);
  return claimed;
}

/** Uses a claim up; throws when it was used before or never given. */
export function redeemClaim(claimed: Claimed): void {
  if (!unused.delete(claimed)) throw new Error("a handler runs once for each claim");
}
