import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ActionStatus, Role } from "@countersign/protocol";
import type { AgentFacts, GrantFacts, PersonFacts, ToolPolicy } from "../../core/authorize.ts";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import type { ActionFilter } from "../../ports/actions.ts";
import { assigneeOf, type Assignee } from "./assignments.ts";
import { askedAbout } from "./comments.ts";
import { toolQuestionOf, type ToolQuestion } from "./tool-question.ts";
import { delegatorsOf } from "./delegations.ts";
import { agentFacts, grantFacts, personFacts, policyEpochOf, toolFacts } from "./policy-facts.ts";
import { grantOf, isGrant } from "./resolver-ids.ts";
import { decisionOf, type StoredDecision } from "./stored-decision.ts";
import type { ActionRow } from "./row.ts";

/** The person who asks, with what they may decide now. */
export interface DeciderFacts {
  role: Role | null;
  /** Names; empty for a person who is no member. */
  teams: string[];
  /** Role and teams that count in a rule of several people. */
  countedRole: Role | null;
  countedTeams: string[];
  mayBreakGlass: boolean;
  /** When the whole role and all teams count; null for a person who is no member. */
  countsFrom: string | null;
  /** For whom this person may decide now. Delegations are not transitive. */
  delegators: (PersonFacts & { delegationId: string; endsAt: string })[];
}

/** What people read about the tool beside an action. No decision of the gate depends on it. */
interface ToldToPeople {
  approverNames: string[];
  rejectReasons: string[] | null;
  title: string | null;
  widget: string | null;
}

/** An action with the facts that decide on it; see `core/authorize.ts`. */
export type StoredAction = ActionRow & {
  decisions: StoredDecision[];
  /** Omitted if not queried. */
  question?: ToolQuestion | null;
  assignee?: Assignee | null;
  /** Null if the tool is gone; omitted, as the following, if not queried. */
  tool?: (ToolPolicy & ToldToPeople) | null;
  agent?: AgentFacts | null;
  people?: PersonFacts[];
  delegation?: { userId: string; isRevoked: boolean } | null;
  grant?: (GrantFacts & { expiresAt: string }) | null;
  /** Null if nobody is asked about. */
  decider?: DeciderFacts | null;
  /** The policy epoch under which the facts were read. */
  policyEpoch?: number;
};

/** Reads one action with its decisions, oldest first. */
export async function findAction(
  db: Kysely<Schema>,
  workspaceId: string,
  id: string,
  deciderId?: string,
): Promise<StoredAction | undefined> {
  return (await findActions(db, workspaceId, [id], deciderId))[0];
}

/** Reads actions in any order; with `deciderId`, also what this person may decide. */
export async function findActions(
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
  deciderId?: string,
): Promise<StoredAction[]> {
  // With an array the server plans the statement each time, for it cannot know the length; most callers ask for one.
  const [only] = ids;
  const wanted = ids.length === 1 ? sql`a.id = ${only}` : sql`a.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredAction>`
    select ${storedWith(sql`${deciderId ?? null}::text`)}
    from action a
    where a.workspace_id = ${workspaceId} and ${wanted}`.execute(db);
  return rows;
}

/** Actions to be read: the parameter's rows, read as `r`. */
const ASKED = recordset("r", { n: "int", workspaceId: "text", id: "text", deciderId: "text" });

export interface AskedAction {
  workspaceId: string;
  id: string;
  /** Id of the principal who is about to decide. */
  deciderId?: string;
}

/** Reads actions across workspaces; results keep the order of `asked`. */
export async function findEachAction(db: Kysely<Schema>, asked: readonly AskedAction[]): Promise<(StoredAction | undefined)[]> {
  const wanted = asked.map(({ workspaceId, id, deciderId = null }, n) => ({ n, workspaceId, id, deciderId }));
  const rows = await FIND_EACH(db, { asked: ASKED.toJson(wanted) });
  const byPlace = new Map(rows.map((row) => [row.askedN, row]));
  return asked.map((_, n) => byPlace.get(n));
}

/** SQL: the columns of a `StoredAction`, read from row `a` of `action`. */
const storedWith = (deciderId: RawBuilder<unknown>) => sql`a.*, ${decisionsAs(decisionOf("d"))}, ${factsWith(deciderId)}`;

/** The decisions on row `a`, each as `decision` says of row `d`, oldest first. */
export const decisionsAs = (decision: RawBuilder<unknown>) => sql`coalesce((
      select json_agg(${decision} order by d.at)
      from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id), '[]') as decisions`;

/**
 * SQL: the tool, agent, people, delegation and grant on which authorization of the action in row `a` depends. People are read only
 * where a rule or a decision names them.
 */
export const factsWith = (deciderId: RawBuilder<unknown>) => sql`
      (select ${toolFacts("t", TOLD_TO_PEOPLE)} from tool t where t.workspace_id = a.workspace_id and t.name = a.tool_name) as tool,
      (select ${agentFacts("k")} from api_key k
        where k.workspace_id = a.workspace_id and k.id = a.proposed_by and k.kind = 'agent') as agent,
      case when a.resolved_by is not null or a.escalated_at is not null or exists (select from tool t
          where t.workspace_id = a.workspace_id and t.name = a.tool_name and (t.approval_rule is not null or t.routing_rules is not null))
        then (select coalesce(json_agg(${personFacts("p", "m")}), '[]') from person p left join member m on m.workspace_id = a.workspace_id and m.user_id = p.id
        where p.id in (
          select one ->> 'user' from tool t, jsonb_array_elements(
            coalesce(t.approval_rule::jsonb -> 'of', '[]') || coalesce(t.escalate_to::jsonb, '[]')
              || coalesce(jsonb_path_query_array(t.routing_rules::jsonb, '$[*].approvalRule.of[*]'), '[]')) one
          where t.workspace_id = a.workspace_id and t.name = a.tool_name
          union select unnest(array[d.by_id, d.on_behalf_of]) from decision d
          where d.workspace_id = a.workspace_id and d.action_id = a.id
          union select a.resolved_by)) else '[]' end as people,
      (select json_build_object('userId', g.user_id, 'isRevoked', g.revoked_at is not null) from delegation g
        where g.workspace_id = a.workspace_id and g.id = a.delegation_id) as delegation,
      (select ${grantFacts("g", sql`, 'expiresAt', g.expires_at`)} from standing_grant g
        where ${isGrant(sql`a.resolved_by`)} and g.workspace_id = a.workspace_id and g.id = ${grantOf(sql`a.resolved_by`)}) as grant,
      case when ${deciderId} is not null then json_build_object('role', (${memberOf("m.role", deciderId)}),
        'countedRole', (${memberOf("counted_role(m.role, m.former_role, m.counts_from)", deciderId)}),
        'teams', coalesce((${memberOf("m.teams", deciderId)}), '{}'),
        'countedTeams', coalesce((${memberOf("counted_teams(m.teams, m.former_teams, m.counts_from)", deciderId)}), '{}'),
        'mayBreakGlass', coalesce((${memberOf("counted_break_glass(m.break_glass, m.former_break_glass, m.counts_from)", deciderId)}), false),
        'countsFrom', (${memberOf("m.counts_from", deciderId)}), 'delegators', ${delegatorsOf(sql`a.workspace_id`, deciderId)})
      end as decider,
      ${policyEpochOf(sql`a.workspace_id`)} as policy_epoch, ${toolQuestionOf("a")} as question,
      ${assigneeOf("a")} as assignee`;

const TOLD_TO_PEOPLE = sql<ToldToPeople>`, 'rejectReasons', t.reject_reasons, 'title', t.title, 'widget', t.widget, 'approverNames', (
        select coalesce(json_agg(p.name order by p.name), '[]') from person p where p.id = any(t.approver_ids))`;

const memberOf = (column: string, userId: RawBuilder<unknown>) =>
  sql`select ${sql.raw(column)} from member m where m.workspace_id = a.workspace_id and m.user_id = ${userId}`;

const FIND_EACH = compileOnce<{ asked: string }, StoredAction & { askedN: number }>(
  (value) => sql`
    select ${storedWith(sql`r."deciderId"`)}, r."n" as asked_n
    from ${ASKED.from(value("asked"))}
    cross join lateral (select * from action where workspace_id = r."workspaceId" and id = r."id" limit 1) a`,
);

/** What a waiting caller looks for. `asked`: whether people ask the agent about the action, and it was told; see `askedAbout`. */
export interface WaitedFor {
  status: ActionStatus;
  asked: "unread" | "read" | null;
}

/** Statuses of actions across workspaces, in the order asked; undefined if the action does not exist. */
export async function findStatuses(
  db: Kysely<Schema>,
  asked: readonly { workspaceId: string; id: string }[],
): Promise<(WaitedFor | undefined)[]> {
  const rows = await FIND_STATUSES(db, {
    asked: ASKED.toJson(asked.map(({ workspaceId, id }, n) => ({ n, workspaceId, id, deciderId: null }))),
  });
  const byPlace = new Map(rows.map(({ n, ...found }) => [n, found]));
  return asked.map((_, n) => byPlace.get(n));
}

const FIND_STATUSES = compileOnce<{ asked: string }, WaitedFor & { n: number }>(
  (value) => sql`
    select r."n", a.status, ${askedAbout("a")} as asked
    from ${ASKED.from(value("asked"))}
    cross join lateral (select workspace_id, id, status from action where workspace_id = r."workspaceId" and id = r."id" limit 1) a`,
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
