-- Whose approvals an action needs: several people's.

-- JSON as `approvalRuleSchema` of the protocol has it; it says all there is to say, so the simple settings are empty beside it.
alter table tool
  add column approval_rule text,
  add constraint tool_approval_rule_alone check (approval_rule is null or (approver_role is null and approver_ids = '{}'));

-- When those who may decide are reminded, and when others may decide too (a JSON list of roles and people), each once.
alter table tool
  add column remind_after_seconds integer check (remind_after_seconds > 0),
  add column escalate_after_seconds integer check (escalate_after_seconds > 0),
  add column escalate_to text,
  add constraint tool_escalation_check check ((escalate_after_seconds is null) = (escalate_to is null));
-- `remind_at` and `escalate_at` are what is still to come; `escalated_to` is who was asked then.
alter table action
  add column remind_at timestamptz,
  add column reminded_at timestamptz,
  add column escalate_at timestamptz,
  add column escalated_at timestamptz,
  add column escalated_to text;
create index action_reminding on action (remind_at) where status = 'pending' and remind_at is not null;
create index action_escalating on action (escalate_at) where status = 'pending' and escalate_at is not null;

-- An approval counts in the round it was given in. An edit begins another round, because it makes another action of it.
alter table action
  add column vote_round integer not null default 0,
  add column edited_by text;
alter table decision add column vote_round integer not null default 0;

-- The person an agent acts for never decides on what it proposes.
alter table api_key
  add column acts_for text,
  add constraint api_key_acts_for_check check (acts_for is null or kind = 'agent');

-- From one instant to another somebody decides in a person's place. It is never changed but revoked.
create table delegation (
  workspace_id text not null references workspace (id),
  id text not null,
  user_id text not null,
  delegate_id text not null check (delegate_id <> user_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_by text not null,
  created_name text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
create index delegation_of_delegate on delegation (workspace_id, delegate_id) where revoked_at is null;

-- The delegation a decision was made by, and in whose place; that of the decision that resolved the action.
alter table decision
  add column delegation_id text,
  add column on_behalf_of text,
  add column on_behalf_name text,
  add constraint decision_on_behalf_check check ((delegation_id is null) = (on_behalf_of is null));
alter table action add column delegation_id text;

-- Whether somebody with this id and role is one of a JSON list of roles and people, who all have the right to decide at all.
create function is_one_of(approvers jsonb, user_id text, role text) returns boolean language sql immutable as $$
  select role in ('approver', 'admin') and exists (select from jsonb_array_elements(approvers) one
    where one ->> 'user' = user_id or one ->> 'role' = 'approver' or one ->> 'role' = role)
$$;

-- How many approvals an action lacks under a rule, by those who may still give them; `tally` in core/approval-rule.ts counts the same.
create function approvals_missing(rule jsonb, of_workspace text, of_action text, of_round integer, edited_by text, acts_for text,
  escalated jsonb)
returns bigint language sql stable as $$
  with voter as (
    select distinct m.user_id, m.role, coalesce(is_one_of(escalated, m.user_id, m.role), false) as stands_for_any
    from decision d
    join member m on m.workspace_id = d.workspace_id and m.user_id = coalesce(d.on_behalf_of, d.by_id)
    join member hand on hand.workspace_id = d.workspace_id and hand.user_id = d.by_id and hand.role in ('approver', 'admin')
    where d.workspace_id = of_workspace and d.action_id = of_action and d.verdict = 'approve' and d.vote_round = of_round
      and (is_one_of(rule -> 'of', m.user_id, m.role) or coalesce(is_one_of(escalated, m.user_id, m.role), false))
      and d.by_id is distinct from acts_for and m.user_id is distinct from acts_for
      and not (coalesce((rule ->> 'notLastEditor')::boolean, false) and coalesce(edited_by, '') in (d.by_id, m.user_id))
      and not exists (select from delegation g
        where g.workspace_id = d.workspace_id and g.id = d.delegation_id and g.revoked_at is not null)
  ), named as (
    select one ->> 'user' as user_id from jsonb_array_elements(rule -> 'of') one where one ? 'user'
  ), rest as (
    select * from voter v where v.user_id not in (select user_id from named)
  ), counted as (
    select (select count(*) from voter) as voters,
      (select count(*) from named n where not exists (select from voter v where v.user_id = n.user_id)) as absent,
      (select count(*) from rest where stands_for_any) as any_line,
      (select count(*) from rest where not stands_for_any) as others,
      (select count(*) from rest where not stands_for_any and role = 'admin') as admins,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'admin') as admins_wanted,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'approver') as approvers_wanted
  )
  select case rule ->> 'needs'
    when 'any_of' then greatest(0, 1 - voters)
    when 'n_of' then greatest(0, (rule ->> 'n')::bigint - voters)
    else greatest(0, absent + greatest(0, admins_wanted - admins)
      + greatest(0, approvers_wanted - (others - least(admins, admins_wanted))) - any_line)
  end from counted
$$;
