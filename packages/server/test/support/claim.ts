import type { Kysely } from "kysely";
import { ok } from "../../src/core/refusal.ts";
import { runCheck } from "../../src/engine/checks/check-jobs.ts";
import { claimInRounds } from "../../src/engine/execution/claim-in-rounds.ts";
import type { Checks } from "../../src/ports/checks.ts";
import type { Schema } from "../../src/store/schema.ts";
import { claimActions, type ClaimAsked, type RunRow } from "../../src/store/statements/claim-actions.ts";

/** Checks on this thread, without time limit. */
const checks: Pick<Checks, "answerRouting"> = {
  answerRouting: async (_by, whens, inputs, facts) =>
    ok(runCheck.answerRouting({ whens: [...whens], inputs: [...inputs], facts })),
};

/** Claims as an executor does, and runs nothing: what may not run ends. */
export async function claimApproved(kysely: Kysely<Schema>, asked: ClaimAsked): Promise<RunRow[]> {
  const claimed: RunRow[] = [];
  const claim = (judged: ClaimAsked["judged"]) => claimActions(kysely, { ...asked, judged: judged ?? [] });
  for await (const rows of claimInRounds({ database: { kysely }, checks }, claim)) claimed.push(...rows);
  return claimed;
}
