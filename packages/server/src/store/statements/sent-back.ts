import { sql, type RawBuilder } from "kysely";

/**
 * Of an action: a person sent it back to its agent, and nothing answers that yet. As the index `action_sent_back` has it, which holds targets as
 * hashes: they can be longer than an index bears.
 */
export const isSentBack = (action: string) =>
  sql<boolean>`(${sql.ref(`${action}.status`)} = 'refined' and ${sql.ref(`${action}.superseded_by`)} is null)`;

/**
 * Common tables that link new actions to what was sent back: `back` locks what they could answer and what others of them name, in
 * the order in which everybody locks actions; `linked` gives each new action at most one that is still free then, and each of
 * those to one: whoever comes at the same time waits here and finds it taken. The newest is answered first.
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

/** The action that the new one at this place answers, or nothing. */
export const linkedTo = (n: RawBuilder<unknown>) => sql<string | null>`(select l.id from linked l where l.n = ${n})`;
