-- Whose approvals an action needs: several people's.

-- JSON as `approvalRuleSchema` of the protocol has it; it says all there is to say, so the simple settings are empty beside it.
alter table tool
  add column approval_rule text,
  add constraint tool_approval_rule_alone check (approval_rule is null or (approver_role is null and approver_ids = '{}'));

-- An approval counts in the round it was given in. An edit begins another round, because it makes another action of it.
alter table action
  add column vote_round integer not null default 0,
  add column edited_by text;
alter table decision add column vote_round integer not null default 0;

-- The person an agent acts for never decides on what it proposes.
alter table api_key
  add column acts_for text,
  add constraint api_key_acts_for_check check (acts_for is null or kind = 'agent');

-- Whether somebody with this id and role is one of a JSON list of roles and people, who all have the right to decide at all.
create function is_one_of(approvers jsonb, user_id text, role text) returns boolean language sql immutable as $$
  select role in ('approver', 'admin') and exists (select from jsonb_array_elements(approvers) one
    where one ->> 'user' = user_id or one ->> 'role' = 'approver' or one ->> 'role' = role)
$$;

-- How many approvals an action lacks under a rule, by those who may still give them; `tally` in core/approval-rule.ts counts the same.
create function approvals_missing(rule jsonb, of_workspace text, of_action text, of_round integer, edited_by text, acts_for text)
returns bigint language sql stable as $$
  with voter as (
    select distinct m.user_id, m.role
    from decision d join member m on m.workspace_id = d.workspace_id and m.user_id = d.by_id
    where d.workspace_id = of_workspace and d.action_id = of_action and d.verdict = 'approve' and d.vote_round = of_round
      and is_one_of(rule -> 'of', m.user_id, m.role)
      and d.by_id is distinct from acts_for
      and not (coalesce((rule ->> 'notLastEditor')::boolean, false) and d.by_id = coalesce(edited_by, ''))
  ), named as (
    select one ->> 'user' as user_id from jsonb_array_elements(rule -> 'of') one where one ? 'user'
  ), counted as (
    select (select count(*) from voter) as voters,
      (select count(*) from named n where not exists (select from voter v where v.user_id = n.user_id)) as absent,
      (select count(*) from voter v where v.user_id not in (select user_id from named)) as rest,
      (select count(*) from voter v where v.role = 'admin' and v.user_id not in (select user_id from named)) as admins,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'admin') as admins_wanted,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'approver') as approvers_wanted
  )
  select case rule ->> 'needs'
    when 'any_of' then greatest(0, 1 - voters)
    when 'n_of' then greatest(0, (rule ->> 'n')::bigint - voters)
    else absent + greatest(0, admins_wanted - admins) + greatest(0, approvers_wanted - (rest - least(admins, admins_wanted)))
  end from counted
$$;
