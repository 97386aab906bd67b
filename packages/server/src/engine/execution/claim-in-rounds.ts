import { refuseRun } from "../../core/authorize.ts";
import type { Checks } from "../../ports/checks.ts";
import type { Database } from "../../store/database.ts";
import type { ClaimAnswer, Judgement, Unjudged } from "../../store/statements/claim-actions.ts";
import { findEachAction } from "../../store/statements/read-actions.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { withRouting } from "../decisions/routing.ts";

interface Judging {
  database: Pick<Database, "kysely">;
  checks: Pick<Checks, "answerRouting">;
}

/** Maximum claims in a row. Two suffice unless the policy changes in between; what is left waits for the next poll. */
const MAX_ROUNDS = 5;

/**
 * Claims until nothing is left to be judged: the actions that a claim returns as unjudged are judged, and the next claim starts
 * or ends them. Yields the rows of each claim at once, because their leases run.
 */
export async function* claimInRounds<Row>(
  deps: Judging,
  claim: (judged: readonly Judgement[]) => Promise<ClaimAnswer<Row>>,
): AsyncGenerator<Row[]> {
  let judged: readonly Judgement[] = [];
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const { rows, unjudged } = await claim(judged);
    yield rows;
    if (unjudged.length === 0) return;
    judged = await judge(deps, unjudged);
  }
}

async function judge({ database, checks }: Judging, unjudged: readonly Unjudged[]): Promise<Judgement[]> {
  const read = await findEachAction(database.kysely, unjudged);
  const rows = await Promise.all(
    read.map(async (row) => {
      const routed = row && (await withRouting(checks, { ...SYSTEM, workspaceId: row.workspaceId }, row));
      // An action whose rules could not be evaluated is left for the next claim.
      return routed?.ok ? routed.value : undefined;
    }),
  );
  return rows.flatMap((row): Judgement[] => {
    if (row?.status !== "approved" || row.policyEpoch === undefined) return [];
    const { workspaceId, id, version, policyEpoch: epoch } = row;
    const refusal = refuseRun(row);
    const judgement = { workspaceId, id, version, epoch };
    if (refusal) return [{ ...judgement, until: null, refusal: JSON.stringify(refusal) }];
    return [{ ...judgement, until: row.grant?.expiresAt ?? null, refusal: null }];
  });
}
