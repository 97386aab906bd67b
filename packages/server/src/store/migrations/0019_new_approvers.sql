-- A role that was raised counts in a rule of several people from `counts_from` on; before, the former one does, if there was any.
alter table member
  add column counts_from timestamptz not null default now(),
  add column former_role text check (former_role in ('viewer', 'approver', 'admin'));
-- Null: a day, and nothing in the first day of the workspace.
alter table workspace add column new_approver_wait_seconds integer check (new_approver_wait_seconds between 0 and 2592000);

create function counted_role(role text, former_role text, counts_from timestamptz) returns text language sql stable as $$
  select case when counts_from <= now() then role else former_role end
$$;

-- How many approvals an action lacks under a rule, by those who may still give them; `tally` in core/approval-rule.ts counts the same.
create or replace function approvals_missing(rule jsonb, of_workspace text, of_action text, of_round integer, edited_by text, acts_for text,
  escalated jsonb)
returns bigint language sql stable as $$
  with voter as (
    select distinct m.user_id, m.role, coalesce(is_one_of(escalated, m.user_id, m.role), false) as stands_for_any
    from decision d
    cross join lateral (select user_id, counted_role(role, former_role, counts_from) as role from member
      where workspace_id = d.workspace_id and user_id = coalesce(d.on_behalf_of, d.by_id)) m
    join member hand on hand.workspace_id = d.workspace_id and hand.user_id = d.by_id
      and counted_role(hand.role, hand.former_role, hand.counts_from) in ('approver', 'admin')
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
