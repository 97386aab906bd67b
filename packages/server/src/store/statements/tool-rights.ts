import { sql, type Kysely, type RawBuilder } from "kysely";
import { DECISION_PLACES, NEVER_GRANTED_RISK, type GrantState } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/*
 * SQL conditions on calls, shared by all statements that check them: `t` is a row of tool, `k` the agent's api_key, `m` a
 * member, `a` an action. `core/group-approval.ts` is the TypeScript counterpart for approvals.
 */
type Alias = "t" | "k" | "m" | "a" | "p" | "r" | "g";
const of = (alias: Alias, column: string) => sql.ref(`${alias}.${column}`);

/** Whether agents can list and call the tool. An unvetted one counts as the highest risk; see migration 0025. */
export const isCallable = (t: Alias) => sql<boolean>`(${of(t, "enabled")} and ${of(t, "vetting")} in ('vetted', 'unvetted'))`;

/** Effective approval of a tool for an agent: its groups may override the tool's, and `required` wins; null without a tool. */
export const approvalOf = (t: Alias, k: Alias) => sql<"required" | "never" | "when">`case
  when ${of(t, "required_in")} && ${of(k, "groups")} then 'required'
  when ${of(t, "never_in")} && ${of(k, "groups")} then 'never'
  else ${of(t, "approval")} end`;

/**
 * Current state of grant `g` over tool `t`. Its author must now be an administrator who may decide on the tool alone: nobody
 * may grant for a rule of several people, or for an agent that acts for them. Ignores uses, because a call that the grant
 * approved has consumed its use already.
 */
export const grantState = (g: Alias, t: Alias) => sql<GrantState>`(case
  when ${of(g, "revoked_at")} is not null then 'revoked'
  when ${of(g, "expires_at")} <= now() then 'expired'
  when ${of(t, "name")} is null or ${of(t, "name")} <> ${of(g, "tool_name")} or ${of(t, "definition_hash")} <> ${of(g, "tool_hash")}
    or ${of(t, "source")} <> ${of(g, "tool_source")} or ${of(t, "risk")} >= ${sql.lit(NEVER_GRANTED_RISK)} then 'tool_changed'
  when not exists (select from member p where p.workspace_id = ${of(g, "workspace_id")} and p.user_id = ${of(g, "written_by")}
    and p.role = 'admin' and ${isApproverOf(t, "p")}) or ${of(t, "approval_rule")} is not null
    or exists (select from api_key k where k.workspace_id = ${of(g, "workspace_id")} and k.id = ${of(g, "agent_id")}
      and k.acts_for = ${of(g, "written_by")}) then 'author_gone'
  else 'live' end)`;

/** Resolver id of actions that grant `g` approved; no policy and no other principal has such an id. */
export const grantAsResolver = (grantId: RawBuilder<unknown>) => sql<string>`('grant:' || ${grantId})`;
export const isGrant = (resolver: RawBuilder<unknown>) => sql<boolean>`(${resolver} like 'grant:%')`;
export const grantOf = (resolver: RawBuilder<unknown>) => sql<string>`substr(${resolver}, length('grant:') + 1)`;

/**
 * Whether action `a`, which required no approval, still requires none. The input is unchanged, so the same policy or grant
 * expression has the same result.
 */
export const asksNobody = (t: Alias, k: Alias, a: Alias) => sql<boolean>`(case
  when ${isGrant(of(a, "resolved_by"))} then exists (select from standing_grant g
    where g.workspace_id = ${of(a, "workspace_id")} and g.id = ${grantOf(of(a, "resolved_by"))}
      and g.agent_id = ${of(a, "proposed_by")} and g.tool_name = ${of(a, "tool_name")} and ${grantState("g", t)} = 'live')
  else case ${approvalOf(t, k)}
    when 'never' then true
    when 'when' then coalesce(${of(t, "approval_when")} = ${of(a, "policy_when")}, false)
    else false end end)`;

/** Below this risk the person at the client may answer unless the tool says otherwise; above `DECISION_PLACES.client` never. */
export const IN_CLIENT_BELOW_RISK = 4;

/** Whether an answer at the agent's client counts: allowed, no rule restricts who decides, and the agent acts for nobody. */
export const answersInClient = (t: Alias, k: Alias) => sql<boolean>`(coalesce(${of(k, "in_client")}, false)
  and coalesce(${of(t, "in_client")}, ${of(t, "risk")} < ${sql.lit(IN_CLIENT_BELOW_RISK)}, false)
  and ${of(t, "risk")} <= ${sql.lit(DECISION_PLACES.client.maxRisk)}
  and ${of(t, "approver_role")} is distinct from 'admin' and cardinality(${of(t, "approver_ids")}) = 0
  and ${of(t, "approval_rule")} is null and ${of(k, "acts_for")} is null)`;

/** Resolver id of answers at the client of the agent that proposed `a`; no user has such an id. */
export const clientOf = (a: Alias) => sql<string>`('client:' || ${of(a, "proposed_by")})`;

/** Whether the tool lets member `m` decide; without a tool only the role counts. */
export const isApproverOf = (t: Alias, m: Alias) => sql<boolean>`(${of(m, "role")} in ('approver', 'admin')
  and (${of(t, "approver_role")} is distinct from 'admin' or ${of(m, "role")} = 'admin')
  and (coalesce(cardinality(${of(t, "approver_ids")}), 0) = 0 or ${of(m, "user_id")} = any(${of(t, "approver_ids")}))
  and (${of(t, "approval_rule")} is null
    or is_one_of(${of(t, "approval_rule")}::jsonb -> 'of', ${of(m, "user_id")}, ${of(m, "role")})))`;

/** Whether `a` has all approvals that tool `t` requires, from people who may still approve; true without a rule. */
export const isApprovedByAll = (t: Alias, k: Alias, a: Alias) => sql<boolean>`(${of(t, "approval_rule")} is null
  or approvals_missing(${of(t, "approval_rule")}::jsonb, ${of(a, "workspace_id")}, ${of(a, "id")}, ${of(a, "vote_round")},
    ${of(a, "edited_by")}, ${of(k, "acts_for")}, case when ${of(a, "escalated_at")} is not null then ${of(t, "escalate_to")}::jsonb end) = 0)`;

/**
 * Ids of the people whose approvals a run of `a` is based on: those of the current round who may still decide; for a delegate,
 * the delegator. Empty if a policy or a grant approved.
 */
export const approversOf = (a: Alias) => sql<string[]>`(case
  when ${of(a, "resolved_kind")} is distinct from 'user' then '{}'
  when ${of(a, "resolved_by")} = ${clientOf(a)} then array[${of(a, "resolved_by")}]
  else coalesce((select array_agg(distinct m.user_id) from decision d
    join member m on m.workspace_id = d.workspace_id and m.user_id = coalesce(d.on_behalf_of, d.by_id) and m.role in ('approver', 'admin')
    where d.workspace_id = ${of(a, "workspace_id")} and d.action_id = ${of(a, "id")} and d.verdict = 'approve'
      and d.vote_round = ${of(a, "vote_round")} and not exists (select from delegation g
        where g.workspace_id = d.workspace_id and g.id = d.delegation_id and g.revoked_at is not null)), '{}') end)`;

/** Like `isApproverOf`, after escalation. Escalation only adds approvers. */
export const isApproverOfAction = (t: Alias, m: Alias, a: Alias) => sql<boolean>`(${isApproverOf(t, m)}
  or ${of(a, "escalated_at")} is not null
    and coalesce(is_one_of(${of(t, "escalate_to")}::jsonb, ${of(m, "user_id")}, ${of(m, "role")}), false))`;

/** User id of the person that the proposing agent of `a` acts for, who never decides on it. */
export const actsForOf = (a: Alias) => sql<string | null>`(select k.acts_for from api_key k
  where k.workspace_id = ${of(a, "workspace_id")} and k.id = ${of(a, "proposed_by")})`;

/** Whether the principal with this id may decide on action `a` now. */
export const mayDecide = (a: Alias, byId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from member p left join tool r on r.workspace_id = ${of(a, "workspace_id")} and r.name = ${of(a, "tool_name")}
    where p.workspace_id = ${of(a, "workspace_id")} and p.user_id = ${byId} and ${isApproverOfAction("r", "p", a)})
    and ${byId} is distinct from ${actsForOf(a)}
  or ${byId} = ${clientOf(a)} and exists (select from tool t
    join api_key k on k.workspace_id = t.workspace_id and k.id = ${of(a, "proposed_by")} and k.kind = 'agent' and k.revoked_at is null
    where t.workspace_id = ${of(a, "workspace_id")} and t.name = ${of(a, "tool_name")} and ${answersInClient("t", "k")}))`;

/** Runs `mayDecide` for one action. */
export async function findMayDecide(
  db: Kysely<Schema>,
  action: { workspaceId: string; id: string },
  byId: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${mayDecide("a", sql`${byId}::text`)} as may from action a
    where a.workspace_id = ${action.workspaceId} and a.id = ${action.id}`.execute(db);
  return rows[0]?.may ?? false;
}
