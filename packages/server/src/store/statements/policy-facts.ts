import { sql, type RawBuilder } from "kysely";
import type { AgentFacts, GrantFacts, PersonFacts, ToolPolicy } from "../../core/authorize.ts";

/*
 * The facts that `core/authorize.ts` judges, as JSON. A statement that returns them also returns the policy epoch of its
 * snapshot; a later one that writes what was judged compares the epoch.
 */

/** Current policy epoch of a workspace, which every change of a fact moves. */
export const policyEpochOf = (workspaceId: RawBuilder<unknown>) =>
  sql<number>`coalesce((select e.epoch from policy_epoch e where e.workspace_id = ${workspaceId}), 0)`;

/** The tool in row `alias` of `tool`; `more` are further members of the JSON object, each with a comma before it. */
export const toolFacts = <More = unknown>(alias: string, more = sql``): RawBuilder<ToolPolicy & More> => {
  const t = sql.ref(alias);
  return sql`json_build_object('name', ${t}.name, 'source', ${t}.source, 'definitionHash', ${t}.definition_hash,
    'enabled', ${t}.enabled, 'vetting', ${t}.vetting, 'risk', ${t}.risk, 'approval', ${t}.approval,
    'approvalWhen', ${t}.approval_when, 'groupNames', ${t}.group_names, 'requiredIn', ${t}.required_in, 'neverIn', ${t}.never_in,
    'approverRole', ${t}.approver_role, 'approverIds', ${t}.approver_ids, 'approvalRule', ${t}.approval_rule, 'routingRules', ${t}.routing_rules,
    'escalateTo', ${t}.escalate_to, 'inClient', ${t}.in_client,
    'needsSecondPerson', ${t}.needs_second_person ${more})`;
};

/** The agent in row `alias` of `api_key`. */
export const agentFacts = (alias: string): RawBuilder<AgentFacts> => {
  const k = sql.ref(alias);
  return sql`json_build_object('groups', ${k}.groups, 'maxRisk', ${k}.max_risk, 'inClient', ${k}.in_client,
    'actsFor', ${k}.acts_for, 'selfConfirmMaxRisk', ${k}.self_confirm_max_risk, 'isRevoked', ${k}.revoked_at is not null)`;
};

/** The person in row `person` of `person`, a member by the joined row `member` of `member`; `more` as in `toolFacts`. */
export const personFacts = (person: string, member: string, more = sql``): RawBuilder<PersonFacts> => {
  const [p, m] = [sql.ref(person), sql.ref(member)];
  return sql`json_build_object('id', ${p}.id, 'name', ${p}.name, 'role', ${m}.role,
    'teams', coalesce(${m}.teams, '{}'), 'countedRole', counted_role(${m}.role, ${m}.former_role, ${m}.counts_from),
    'countedTeams', coalesce(counted_teams(${m}.teams, ${m}.former_teams, ${m}.counts_from), '{}'),
    'mayBreakGlass', counted_break_glass(${m}.break_glass, ${m}.former_break_glass, ${m}.counts_from) ${more})`;
};

/** The grant in row `alias` of `standing_grant`; `more` as in `toolFacts`. */
export const grantFacts = <More = unknown>(alias: string, more = sql``): RawBuilder<GrantFacts & More> => {
  const g = sql.ref(alias);
  return sql`json_build_object('id', ${g}.id, 'agentId', ${g}.agent_id, 'toolName', ${g}.tool_name, 'toolHash', ${g}.tool_hash,
    'toolSource', ${g}.tool_source, 'writtenBy', ${g}.written_by, 'authorRole', (
      select m.role from member m where m.workspace_id = ${g}.workspace_id and m.user_id = ${g}.written_by),
    'isRevoked', ${g}.revoked_at is not null, 'isExpired', ${g}.expires_at <= now() ${more})`;
};
