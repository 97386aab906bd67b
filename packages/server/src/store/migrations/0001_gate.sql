create table workspace (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- The end of each workspace's audit chain. Its row lock gives events their order, so `seq` has no gap and a reader that
-- has seen n has seen everything before n: the live stream's cursor rests on this.
create table audit_head (
  workspace_id text primary key references workspace (id) check (workspace_id !~ '\s'),
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
);

-- `audit_event`, `action` and `decision` name no foreign key to `workspace`: nothing is written to them without an event, whose
-- workspace must have a head, and that has the key. A key on each row was a tenth of what a row costs.
create table audit_event (
  workspace_id text not null,
  seq bigint not null,
  at timestamptz not null default now(),
  kind text not null,
  action_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  data text not null,
  hash bytea not null,
  primary key (workspace_id, seq)
);
create index audit_event_of_action on audit_event (workspace_id, action_id, seq) where action_id is not null;

-- A field of the hashed record: its length in bytes, then the bytes, so that no two records read the same. It gives text, for
-- then it is inlined where it is used: a call for each field was half of what an event costs.
create function audit_field(value text) returns text language sql immutable as $$
  select octet_length(coalesce(value, ''))::text || ':' || coalesce(value, '') || ','
$$;

-- Every audit row passes here, whatever statement wrote it. Its instant is cut to milliseconds, so that an export carries the
-- very value that was hashed. Writers lock rows of `action` first and the head last, and heads in the order of their
-- workspaces, which is why two of them never wait for each other in a circle.
--
-- The head is locked by the first row of a workspace and written once behind the last one, in between it is kept in a setting
-- that lives as long as the transaction: a write for each row would be most of what a row costs.
create function audit_chain() returns trigger language plpgsql as $$
declare
  kept text[] := string_to_array(nullif(current_setting('countersign.audit_head', true), ''), ' ');
  last_seq bigint;
  last_hash bytea;
begin
  if kept[1] = new.workspace_id then
    last_seq := kept[2];
    last_hash := decode(kept[3], 'hex');
  else
    perform audit_keep_head();
    select h.seq, h.hash into last_seq, last_hash from audit_head h where h.workspace_id = new.workspace_id for update;
    if not found then
      raise exception 'workspace % has no audit head', new.workspace_id;
    end if;
  end if;
  new.at := date_trunc('milliseconds', new.at);
  new.seq := last_seq + 1;
  new.hash := sha256(last_hash || convert_to(
    audit_field(new.seq::text)
    || audit_field((extract(epoch from new.at) * 1000)::bigint::text)
    || audit_field(new.kind) || audit_field(new.action_id)
    || audit_field(new.actor_kind) || audit_field(new.actor_id) || audit_field(new.actor_name)
    || audit_field(new.data), 'UTF8'));
  perform set_config('countersign.audit_head', new.workspace_id || ' ' || new.seq || ' ' || encode(new.hash, 'hex'), true);
  return new;
end
$$;

-- Writes the kept head down and forgets it.
create function audit_keep_head() returns void language plpgsql as $$
declare
  kept text[] := string_to_array(nullif(current_setting('countersign.audit_head', true), ''), ' ');
begin
  if kept is not null then
    update audit_head set seq = kept[2]::bigint, hash = decode(kept[3], 'hex') where workspace_id = kept[1];
    perform set_config('countersign.audit_head', '', true);
  end if;
end
$$;

create function audit_statement_ends() returns trigger language plpgsql as $$
begin
  perform audit_keep_head();
  return null;
end
$$;
create trigger audit_chain before insert on audit_event for each row execute function audit_chain();
create trigger audit_statement_ends after insert on audit_event for each statement execute function audit_statement_ends();

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end
$$;
create trigger audit_is_append_only before update or delete on audit_event for each row execute function audit_is_append_only();
create trigger audit_is_not_truncated before truncate on audit_event for each statement execute function audit_is_append_only();

create table member (
  workspace_id text not null references workspace (id),
  user_id text not null,
  role text not null check (role in ('viewer', 'approver', 'admin')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index member_of_user on member (user_id);

create table api_key (
  workspace_id text not null references workspace (id),
  id text not null,
  kind text not null check (kind in ('agent', 'worker', 'user')),
  name text not null,
  token_hash text not null unique,
  prefix text not null,
  groups text[] not null default '{}',
  role text check (role in ('viewer', 'approver', 'admin')),
  user_id text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  check ((kind = 'user') = (user_id is not null))
);

create table sign_in_link (
  token_hash text primary key,
  user_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table tool (
  workspace_id text not null references workspace (id),
  name text not null,
  source text not null,
  title text,
  description text not null,
  input_schema text not null,
  effect text not null check (effect in ('transactional', 'idempotent', 'reconcilable', 'unsafe')),
  risk smallint not null check (risk between 0 and 5),
  approval text not null check (approval in ('required', 'never')),
  group_name text not null,
  protected_keys text[] not null default '{}',
  lifetime_seconds integer,
  timeout_seconds integer not null,
  previews boolean not null default false,
  enabled boolean not null default true,
  definition_hash text not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, name)
);

create table action (
  workspace_id text not null,
  id text not null,
  tool_name text not null,
  tool_hash text not null,
  source text not null,
  effect text not null check (effect in ('transactional', 'idempotent', 'reconcilable', 'unsafe')),
  risk smallint not null,
  tool_input text not null,
  user_edits text,
  effective_input text not null,
  preview text not null,
  preview_wanted boolean not null default false,
  preview_asked_at timestamptz,
  target text,
  snapshot text,
  current text,
  proposed text,
  digest text not null,
  caption text,
  status text not null check (status in
    ('pending', 'approved', 'executing', 'executed', 'failed', 'outcome_unknown', 'rejected', 'refined', 'expired', 'cancelled')),
  version integer not null default 1,
  mission_id text,
  session_id text,
  batch_id text not null,
  proposed_kind text not null,
  proposed_by text not null,
  proposed_name text not null,
  idempotency_key text,
  request_hash text not null,
  supersedes text,
  superseded_by text,
  result text,
  error text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  resolved_at timestamptz,
  resolved_kind text,
  resolved_by text,
  resolved_name text,
  executed_at timestamptz,
  attempt integer not null default 0,
  attempts jsonb not null default '[]',
  claim_id text,
  claimed_by text,
  lease_until timestamptz,
  heartbeat_at timestamptz,
  check ((status = 'executing') = (claim_id is not null))
);
create index action_newest on action (workspace_id, created_at desc, id desc);
create index action_newest_by_status on action (workspace_id, status, created_at desc, id desc);
create index action_of_batch on action (workspace_id, batch_id);
create index action_of_mission on action (workspace_id, mission_id, tool_name) where mission_id is not null;
create index action_of_session on action (workspace_id, session_id) where session_id is not null;
create unique index action_once_per_key on action (workspace_id, proposed_by, idempotency_key) where idempotency_key is not null;
-- The queue: an approved row is work to do, an executing row past its lease is lost, a pending row past its time expires.
create index action_to_run on action (resolved_at) where status = 'approved';
create index action_running on action (lease_until) where status = 'executing';
create index action_expiring on action (expires_at) where status = 'pending' and expires_at is not null;
create index action_to_preview on action (workspace_id, source) where status = 'pending' and preview_wanted;

-- The key comes last: in an empty table all indexes seem as good, and a plan made then takes the newest one.
alter table action add primary key (workspace_id, id);

create table decision (
  workspace_id text not null,
  id text not null,
  action_id text not null,
  verdict text not null check (verdict in ('approve', 'reject', 'refine')),
  by_kind text not null,
  by_id text not null,
  by_name text not null,
  digest text not null,
  user_edits text,
  comment text,
  channel text not null,
  at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index decision_of_action on decision (workspace_id, action_id, at);
