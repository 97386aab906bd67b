-- A number per workspace that every change of who may call, decide or run anything moves. What was judged under one number holds
-- until it moves; see docs/decisions/0023-the-rule-once.md. Moved at the end of the transaction, so that its row is locked last.
create table policy_epoch (
  workspace_id text primary key references workspace (id),
  epoch bigint not null,
  -- The transaction that moved it last: one that changes many tools moves it once. Its number alone could come again in a database
  -- that was restored elsewhere.
  moved_in xid8 not null,
  moved_at timestamptz not null
);

create function move_policy_epoch() returns trigger language plpgsql as $$
declare
  of_workspace text := coalesce(new.workspace_id, old.workspace_id);
begin
  if exists (select from policy_epoch where workspace_id = of_workspace and moved_in = pg_current_xact_id()
      and moved_at = transaction_timestamp()) then
    return null;
  end if;
  insert into policy_epoch as p (workspace_id, epoch, moved_in, moved_at)
    values (of_workspace, 1, pg_current_xact_id(), transaction_timestamp())
    on conflict (workspace_id) do update set epoch = p.epoch + 1, moved_in = excluded.moved_in, moved_at = excluded.moved_at;
  return null;
end
$$;

create constraint trigger tool_policy after insert or delete on tool
  deferrable initially deferred for each row execute function move_policy_epoch();
create constraint trigger tool_policy_changed after update on tool
  deferrable initially deferred for each row
  when ((old.source, old.definition_hash, old.enabled, old.vetting, old.risk, old.approval, old.approval_when, old.group_names,
      old.required_in, old.never_in, old.approver_role, old.approver_ids, old.approval_rule, old.escalate_to, old.in_client)
    is distinct from (new.source, new.definition_hash, new.enabled, new.vetting, new.risk, new.approval, new.approval_when,
      new.group_names, new.required_in, new.never_in, new.approver_role, new.approver_ids, new.approval_rule, new.escalate_to,
      new.in_client))
  execute function move_policy_epoch();

-- Keys of workers and tokens of people come with every sign-in, and no judgement reads them.
create constraint trigger api_key_policy_new after insert on api_key
  deferrable initially deferred for each row when (new.kind = 'agent') execute function move_policy_epoch();
create constraint trigger api_key_policy_gone after delete on api_key
  deferrable initially deferred for each row when (old.kind = 'agent') execute function move_policy_epoch();
create constraint trigger api_key_policy_changed after update on api_key
  deferrable initially deferred for each row
  when ((old.kind = 'agent' or new.kind = 'agent') and (old.kind, old.groups, old.max_risk, old.in_client, old.acts_for, old.revoked_at)
    is distinct from (new.kind, new.groups, new.max_risk, new.in_client, new.acts_for, new.revoked_at))
  execute function move_policy_epoch();

create constraint trigger member_policy after insert or delete on member
  deferrable initially deferred for each row execute function move_policy_epoch();
create constraint trigger member_policy_changed after update on member
  deferrable initially deferred for each row
  when ((old.role, old.former_role, old.counts_from) is distinct from (new.role, new.former_role, new.counts_from))
  execute function move_policy_epoch();

create constraint trigger delegation_policy after insert or delete on delegation
  deferrable initially deferred for each row execute function move_policy_epoch();
create constraint trigger delegation_policy_changed after update on delegation
  deferrable initially deferred for each row
  when ((old.user_id, old.delegate_id, old.starts_at, old.ends_at, old.revoked_at)
    is distinct from (new.user_id, new.delegate_id, new.starts_at, new.ends_at, new.revoked_at))
  execute function move_policy_epoch();

-- A grant's uses are counted by every call that it lets pass, and change nothing for those that passed.
create constraint trigger standing_grant_policy after insert or delete on standing_grant
  deferrable initially deferred for each row execute function move_policy_epoch();
create constraint trigger standing_grant_policy_changed after update on standing_grant
  deferrable initially deferred for each row
  when ((old.tool_name, old.tool_hash, old.tool_source, old.agent_id, old.allow_when, old.expires_at, old.written_by, old.revoked_at)
    is distinct from (new.tool_name, new.tool_hash, new.tool_source, new.agent_id, new.allow_when, new.expires_at, new.written_by,
      new.revoked_at))
  execute function move_policy_epoch();

-- The policy epoch under which an approved action was judged fit to run, and when that judgement ends (with its standing grant). An
-- action without an epoch, or with an older one, is judged again before it runs.
alter table action add column judged_epoch bigint, add column judged_until timestamptz;

-- `approvals_missing` and `is_one_of` are used no more (core/authorize.ts judges). They stay for processes of older releases that
-- run during an upgrade; a later migration drops them.
