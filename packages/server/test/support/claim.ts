import type { Kysely } from "kysely";
import { claimInRounds } from "../../src/engine/execution/claim-in-rounds.ts";
import type { Schema } from "../../src/store/schema.ts";
import { claimActions, type ClaimAsked, type RunRow } from "../../src/store/statements/claim-actions.ts";

/** Claims as an executor does, and runs nothing: what may not run ends. */
export async function claimApproved(kysely: Kysely<Schema>, asked: ClaimAsked): Promise<RunRow[]> {
  const claimed: RunRow[] = [];
  for await (const rows of claimInRounds(kysely, (judged) => claimActions(kysely, { ...asked, judged }))) claimed.push(...rows);
  return claimed;
}
