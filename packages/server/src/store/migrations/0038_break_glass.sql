-- The right to approve any action alone, at once, in an emergency. Null is no. Like a raised role it counts from `counts_from` on;
-- before, the former value does.
alter table member
  add column break_glass boolean,
  add column former_break_glass boolean;

create function counted_break_glass(break_glass boolean, former_break_glass boolean, counts_from timestamptz)
returns boolean language sql stable as $$
  select coalesce(case when counts_from <= now() then break_glass else former_break_glass end, false)
$$;

drop trigger member_policy_changed on member;
create constraint trigger member_policy_changed after update on member
  deferrable initially deferred for each row
  when ((old.role, old.former_role, old.teams, old.former_teams, old.counts_from, old.break_glass, old.former_break_glass)
    is distinct from (new.role, new.former_role, new.teams, new.former_teams, new.counts_from, new.break_glass, new.former_break_glass))
  execute function move_policy_epoch();

-- What was approved so, and which of it was reviewed.
create index decision_break_glass on decision (workspace_id, at) where channel = 'break_glass';
create index audit_event_break_glass_review on audit_event (workspace_id, action_id) where kind = 'break_glass.reviewed';
