import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEventsOf, type Actor } from "./row.ts";

/** The person to whom an action is assigned. */
export interface Assignee {
  id: string;
  name: string;
}

/** SQL: whether row `m` of `member` is the assignee in row `s` of `assignment` and has a role that may decide. */
const IS_ABLE = sql`m.workspace_id = s.workspace_id and m.user_id = s.user_id and m.role in ('approver', 'admin')`;

/** SQL: whether the assignee in row `s` has approved the action since it was assigned, which ends the assignment. */
const HAS_VOTED = sql`exists (select from decision d where d.workspace_id = s.workspace_id and d.action_id = s.action_id
  and d.by_id = s.user_id and d.verdict = 'approve' and d.at >= s.assigned_at)`;

/** SQL: the assignee of the action in the row with this alias, as JSON; null if nobody has it. */
export const assigneeOf = (action: string): RawBuilder<Assignee | null> => {
  const a = sql.ref(action);
  return sql`(select json_build_object('id', p.id, 'name', p.name) from assignment s
    join member m on ${IS_ABLE} join person p on p.id = s.user_id
    where s.workspace_id = ${a}.workspace_id and s.action_id = ${a}.id and not ${HAS_VOTED})`;
};

/** SQL: whether the action in the row with this alias is assigned to this person; with null, whether nobody has it. */
export const isAssigned = (action: string, userId: string | null): RawBuilder<boolean> => {
  const a = sql.ref(action);
  const to = userId === null ? sql`` : sql`and s.user_id = ${userId}`;
  return sql`${userId === null ? sql`not ` : sql``}exists (select from assignment s join member m on ${IS_ABLE}
    where s.workspace_id = ${a}.workspace_id and s.action_id = ${a}.id and not ${HAS_VOTED} ${to})`;
};

/**
 * SQL: user id of an action's assignee, with a lock on the member. A statement that copies the assignment must take this lock before
 * it appends events: removing a member locks the member first and the end of the audit log last, so another order can deadlock.
 */
export const holderOf = (workspaceId: string, actionId: string) => sql`
  select m.user_id from assignment s join member m on ${IS_ABLE}
  where s.workspace_id = ${workspaceId} and s.action_id = ${actionId} and not ${HAS_VOTED} for key share of m`;

export interface Assigning {
  workspaceId: string;
  actionId: string;
  /** Null: to nobody. */
  userId: string | null;
  /** User id of the assignee that the person saw; null for nobody. */
  seen: string | null;
  by: Actor;
}

/**
 * Assigns a pending action and appends the event. False if the action is not pending, the person is no member, or the action is
 * assigned to somebody else than `seen` by now. Locks the action and the member before the end of the log, as everything does
 * that changes them.
 */
export async function assignAction(
  db: Kysely<Schema>,
  { workspaceId, actionId, userId, seen, by }: Assigning,
): Promise<boolean> {
  const current = sql`(select s.user_id from member m where ${IS_ABLE} and not ${HAS_VOTED})`;
  const { rows } = await sql`
    with wanted as (
      select a.* from action a where a.workspace_id = ${workspaceId} and a.id = ${actionId} and a.status = 'pending' for update
    ), chosen as (
      select m.user_id from member m where m.workspace_id = ${workspaceId} and m.user_id = ${userId} for key share
    ), assigned as (
      insert into assignment as s (workspace_id, action_id, user_id)
      select w.workspace_id, w.id, ${userId} from wanted w
      where (${userId}::text is null or exists (select from chosen)) and (${seen}::text is null or exists (
        select from assignment o where o.workspace_id = w.workspace_id and o.action_id = w.id))
      on conflict (workspace_id, action_id) do update set user_id = excluded.user_id, assigned_at = now() where ${current} is not distinct from ${seen}
      returning s.user_id
    ), told as (
      select w.* from wanted w, assigned
    ), event as (${appendEventsOf("told", {
      kind: sql`'action.assigned'`,
      actor: by,
      extra: sql`jsonb_build_object('assignee', (select jsonb_build_object('id', p.id, 'name', p.name) from person p where p.id = ${userId}))`,
    })})
    select 1 from assigned`.execute(db);
  return rows.length === 1;
}
