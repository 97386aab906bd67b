-- Teams of people, which approval rules may name. Like a raised role, a new team counts in a rule from `counts_from` on; before, the
-- former ones do.
alter table member
  add column teams text[] not null default '{}',
  add column former_teams text[] not null default '{}';

create function counted_teams(teams text[], former_teams text[], counts_from timestamptz) returns text[] language sql stable as $$
  select case when counts_from <= now() then teams else former_teams end
$$;

drop trigger member_policy_changed on member;
create constraint trigger member_policy_changed after update on member
  deferrable initially deferred for each row
  when ((old.role, old.former_role, old.teams, old.former_teams, old.counts_from)
    is distinct from (new.role, new.former_role, new.teams, new.former_teams, new.counts_from))
  execute function move_policy_epoch();
