import { sql, type Kysely } from "kysely";
import type { ActionStatus, Approval, Role } from "@countersign/protocol";
import { compileOnce } from "../compile-once.ts";
import type { Schema } from "../schema.ts";
import type { ActionFilter } from "./list-actions.ts";
import { toolQuestionOf, type ToolQuestion } from "./tool-question.ts";
import { actsForOf } from "./tool-rights.ts";
import { decisionOf, type StoredDecision } from "./stored-decision.ts";
import type { ActionRow } from "./row.ts";

/** The tool's current settings for who decides on the action. */
export interface ToolRule {
  approval: Approval;
  approverRole: "approver" | "admin" | null;
  approverIds: string[];
  approverNames: string[];
  /** JSON as stored. */
  approvalRule: string | null;
  /** Approvers added by escalation: a JSON list as stored; null if not escalated. */
  escalatedTo: string | null;
  /** People named by the rule and those who approved, each with the role that counts now; null without a rule or escalation. */
  people: { id: string; name: string; role: Role | null }[] | null;
}

export type StoredAction = ActionRow & {
  decisions: StoredDecision[];
  /** Omitted if not queried. */
  question?: ToolQuestion | null;
  /** Null if the tool is gone; omitted if not queried. */
  toolRule?: ToolRule | null;
  /** User id of the person that the proposing agent acts for. */
  actsFor?: string | null;
};

/** Reads one action with its decisions, oldest first. */
export async function findAction(db: Kysely<Schema>, workspaceId: string, id: string): Promise<StoredAction | undefined> {
  return (await findActions(db, workspaceId, [id]))[0];
}

export async function findActions(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): Promise<StoredAction[]> {
  // With an array the server plans the statement each time, for it cannot know the length; most callers ask for one.
  const [only] = ids;
  const wanted = ids.length === 1 ? sql`a.id = ${only}` : sql`a.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredAction>`
    select ${STORED}
    from action a
    where a.workspace_id = ${workspaceId} and ${wanted}`.execute(db);
  return rows;
}

/** Reads actions across workspaces; results keep the order of `asked`. */
export async function findEachAction(
  db: Kysely<Schema>,
  asked: readonly { workspaceId: string; id: string }[],
): Promise<(StoredAction | undefined)[]> {
  const rows = await FIND_EACH(db, { asked: JSON.stringify(asked.map(({ workspaceId, id }, n) => ({ n, workspaceId, id }))) });
  const byPlace = new Map(rows.map((row) => [row.askedN, row]));
  return asked.map((_, n) => byPlace.get(n));
}

/** Columns of a `StoredAction` from row `a`. */
const STORED = sql`a.*, coalesce((
      select json_agg(${decisionOf("d")} order by d.at)
      from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id), '[]') as decisions, (
      select json_build_object('approval', t.approval, 'approverRole', t.approver_role, 'approverIds', t.approver_ids,
        'approverNames', (select coalesce(json_agg(p.name order by p.name), '[]') from person p where p.id = any(t.approver_ids)),
        'approvalRule', t.approval_rule, 'escalatedTo', case when a.escalated_at is not null then t.escalate_to end,
        'people', case when t.approval_rule is not null or a.escalated_at is not null then (
          select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'role', counted_role(m.role, m.former_role, m.counts_from))), '[]')
          from person p left join member m on m.workspace_id = a.workspace_id and m.user_id = p.id
          where p.id in (select one ->> 'user' from jsonb_array_elements(
              coalesce(t.approval_rule::jsonb -> 'of', '[]') || coalesce(t.escalate_to::jsonb, '[]')) one
            union select unnest(array[d.by_id, d.on_behalf_of]) from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id)) end)
      from tool t where t.workspace_id = a.workspace_id and t.name = a.tool_name) as tool_rule,
      ${actsForOf("a")} as acts_for, ${toolQuestionOf("a")} as question`;

const FIND_EACH = compileOnce<{ asked: string }, StoredAction & { askedN: number }>(
  (value) => sql`
    select ${STORED}, r."n" as asked_n
    from json_to_recordset(${value("asked")}::json)
      as r("n" int, "workspaceId" text, "id" text)
    cross join lateral (select * from action where workspace_id = r."workspaceId" and id = r."id" limit 1) a`,
);

/** Statuses of actions across workspaces, in the order asked; undefined if the action does not exist. */
export async function findStatuses(
  db: Kysely<Schema>,
  asked: readonly { workspaceId: string; id: string }[],
): Promise<(ActionStatus | undefined)[]> {
  const rows = await FIND_STATUSES(db, {
    asked: JSON.stringify(asked.map(({ workspaceId, id }, n) => ({ n, workspaceId, id }))),
  });
  const byPlace = new Map(rows.map(({ n, status }) => [n, status]));
  return asked.map((_, n) => byPlace.get(n));
}

const FIND_STATUSES = compileOnce<{ asked: string }, { n: number; status: ActionStatus }>(
  (value) => sql`
    select r."n", a.status
    from json_to_recordset(${value("asked")}::json) as r("n" int, "workspaceId" text, "id" text)
    cross join lateral (select status from action where workspace_id = r."workspaceId" and id = r."id" limit 1) a`,
);

export interface CountRow {
  status: ActionStatus;
  toolName: string;
  count: number;
  oldestAt: Date;
}

export async function countActions(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: Pick<ActionFilter, "sessionId" | "missionId" | "proposedBy" | "status">,
): Promise<CountRow[]> {
  let query = db
    .selectFrom("action")
    .select((eb) => ["status", "toolName", eb.fn.countAll<number>().as("count"), eb.fn.min("createdAt").as("oldestAt")])
    .where("workspaceId", "=", workspaceId);
  if (filter.sessionId !== undefined) query = query.where("sessionId", "=", filter.sessionId);
  if (filter.missionId !== undefined) query = query.where("missionId", "=", filter.missionId);
  if (filter.proposedBy !== undefined) query = query.where("proposedBy", "=", filter.proposedBy);
  if (filter.status !== undefined) query = query.where("status", "in", filter.status);
  return query.groupBy(["status", "toolName"]).execute();
}

/** Resolves a batch address, which is a stored batch id or the label `{missionId}:{toolName}`, to action ids in any status. */
export async function findPendingOfBatch(db: Kysely<Schema>, workspaceId: string, address: string): Promise<string[]> {
  const cut = address.lastIndexOf(":");
  const rows = await db
    .selectFrom("action")
    .select("id")
    .where("workspaceId", "=", workspaceId)
    .where((eb) =>
      eb.or([
        eb("batchId", "=", address),
        eb.and([eb("missionId", "=", address.slice(0, Math.max(cut, 0))), eb("toolName", "=", address.slice(cut + 1))]),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}
