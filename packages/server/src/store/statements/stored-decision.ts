import { sql, type RawBuilder } from "kysely";
import type { DecisionRow } from "./row.ts";

/** `isRevoked`: whether the delegation it was made under is revoked. */
export type StoredDecision = Omit<DecisionRow, "at" | "workspaceId" | "actionId"> & { at: string; isRevoked: boolean };

/** SQL: whether the delegation of row `alias` of `decision` is revoked; false without one. */
export const isRevokedOf = (alias: string): RawBuilder<boolean> => {
  const d = sql.ref(alias);
  return sql`(${d}.delegation_id is not null and exists (
      select from delegation g where g.workspace_id = ${d}.workspace_id and g.id = ${d}.delegation_id and g.revoked_at is not null))`;
};

/** SQL: whether the action in row `alias` was approved by the person for whom its agent acts. */
export const isSelfConfirmed = (alias: string): RawBuilder<boolean> => {
  const a = sql.ref(alias);
  return sql`exists (select from decision d where d.workspace_id = ${a}.workspace_id and d.action_id = ${a}.id and d.self_confirmed)`;
};

/** A row of `decision` as JSON: the only form in which an action includes its decisions. */
export function decisionOf(alias: string): RawBuilder<StoredDecision> {
  const d = sql.ref(alias);
  return sql`json_build_object('id', ${d}.id, 'verdict', ${d}.verdict, 'byKind', ${d}.by_kind, 'byId', ${d}.by_id,
    'byName', ${d}.by_name, 'digest', ${d}.digest, 'userEdits', ${d}.user_edits, 'comment', ${d}.comment, 'channel', ${d}.channel,
    'shownForMs', ${d}.shown_for_ms, 'voteRound', ${d}.vote_round, 'onBehalfOf', ${d}.on_behalf_of,
    'onBehalfName', ${d}.on_behalf_name, 'delegationId', ${d}.delegation_id, 'isRevoked', ${isRevokedOf(alias)},
    'selfConfirmed', ${d}.self_confirmed, 'at', ${d}.at)`;
}
