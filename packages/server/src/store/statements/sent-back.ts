import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import type { ActionRow } from "./row.ts";

export type SentBackRow = Pick<
  ActionRow,
  "id" | "toolName" | "target" | "toolInput" | "batchId" | "resolvedKind" | "resolvedBy" | "resolvedName"
> & { resolvedAt: Date; feedback: string | null };

/**
 * Whether a person sent the action back to its agent and no proposal answers it yet. Matches the index `action_sent_back`,
 * which hashes targets because they can exceed the size of an index entry.
 */
export const isSentBack = (action: string) =>
  sql<boolean>`(${sql.ref(`${action}.status`)} = 'refined' and ${sql.ref(`${action}.superseded_by`)} is null)`;

/**
 * CTEs that link new actions to ones sent back. `back` locks the candidates and the explicitly superseded actions, in the
 * common lock order. `linked` assigns each new action at most one that is then still unanswered, and each of those to one;
 * concurrent statements wait here and find it taken. The newest is answered first.
 */
export const linkSentBack = (asked: RawBuilder<unknown>) => sql`back as materialized (
      select free.* from (
        select distinct w.workspace_id, w.id from (
          select a.workspace_id, a.id from ${asked} join action a on a.workspace_id = r."workspaceId" and a.proposed_by = r."byId"
            and a.tool_name = r."toolName" and coalesce(a.session_id, '') = coalesce(r."sessionId", '') and md5(a.target) = md5(r."target") and a.target = r."target"
            and ${isSentBack("a")}
          where r."mayAnswer"
          union all select r."workspaceId", r."supersedes" from ${asked} where r."supersedes" is not null
        ) w order by w.workspace_id, w.id
      ) one cross join lateral (
        select a.ctid as place, a.workspace_id, a.id, a.proposed_by, a.tool_name, coalesce(a.session_id, '') as session, a.target,
          a.status, a.superseded_by, a.resolved_at
        from action a where a.workspace_id = one.workspace_id and a.id = one.id limit 1 for update
      ) free
    ), linked as materialized (
      select wish.n, b.id from (
        select r."n" as n, r."workspaceId" as workspace_id, r."byId" as proposed_by, r."toolName" as tool_name,
          coalesce(r."sessionId", '') as session, r."target" as target, row_number() over (partition by r."workspaceId", r."byId",
            r."toolName", coalesce(r."sessionId", ''), r."target" order by r."n") as turn
        from ${asked} where r."mayAnswer"
      ) wish join (
        select b.*, row_number() over (partition by b.workspace_id, b.proposed_by, b.tool_name, b.session, b.target
          order by b.resolved_at desc, b.id desc) as turn
        from back b where ${isSentBack("b")}
          and not exists (select from ${asked} where r."workspaceId" = b.workspace_id and r."supersedes" = b.id)
      ) b on (b.workspace_id, b.proposed_by, b.tool_name, b.session, b.target, b.turn)
        = (wish.workspace_id, wish.proposed_by, wish.tool_name, wish.session, wish.target, wish.turn)
    ),`;

/** Id of the action that new action `n` answers, or null. */
export const linkedTo = (n: RawBuilder<unknown>) => sql<string | null>`(select l.id from linked l where l.n = ${n})`;

/** Unanswered sent-back actions: the newest ones within `limit` and `bytes` of input, at least one, listed oldest first. */
export async function findSentBack(
  db: Kysely<Schema>,
  wanted: { workspaceId: string; proposedBy?: string; sessionId?: string; days?: number; limit: number; bytes: number },
): Promise<{ rows: SentBackRow[]; more: boolean }> {
  const { workspaceId, proposedBy, sessionId, days, limit, bytes } = wanted;
  const { rows } = await sql<SentBackRow & { bytesUpTo: number }>`
    select a.id, a.tool_name, a.target, a.tool_input, a.batch_id, a.resolved_at, a.resolved_kind, a.resolved_by, a.resolved_name,
      (select d.comment from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id and d.verdict = 'refine'
        order by d.at desc limit 1) as feedback,
      sum(octet_length(a.tool_input)) over (order by a.resolved_at desc, a.id desc) as bytes_up_to
    from (
      select * from action a
      where a.workspace_id = ${workspaceId} and ${isSentBack("a")}
        ${proposedBy === undefined ? sql`` : sql`and a.proposed_by = ${proposedBy}`}
        ${sessionId === undefined ? sql`` : sql`and a.session_id = ${sessionId}`}
        ${days === undefined ? sql`` : sql`and a.resolved_at > now() - make_interval(days => ${days})`}
      order by a.resolved_at desc, a.id desc limit ${limit + 1}
    ) a order by a.resolved_at desc, a.id desc`.execute(db);
  const told = rows.filter((row, n) => n < limit && (n === 0 || row.bytesUpTo <= bytes));
  return { rows: told.reverse(), more: told.length < rows.length };
}
