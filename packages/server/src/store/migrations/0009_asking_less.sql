-- What keeps people from being asked too often without anybody else deciding for them: a "no" that sticks, standing grants,
-- and checkpoints.

-- What a repeat of a rejected call meets: a person again (`ask`), the person's reason (`refuse`), or the reason and after three
-- repeats a tool that is paused (`pause`).
alter table tool add column after_reject text not null default 'pause' check (after_reject in ('ask', 'refuse', 'pause'));

-- Where a "no" holds: in the mission; without one in the agent's session; without either for the agent's calls that have
-- neither. An id has no space, so no two of these read the same.
create function no_scope(mission_id text, agent_id text, session_id text) returns text language sql immutable as $$
  select case when mission_id is not null then 'mission ' || mission_id
    when session_id is not null then 'session ' || agent_id || ' ' || session_id
    else 'agent ' || agent_id end
$$;

-- The input is canonical text, so the same arguments in another order have the same hash.
create function input_hash(input text) returns bytea language sql immutable as $$ select sha256(convert_to(input, 'UTF8')) $$;

-- Every propose looks here. It holds rejected actions only, so that it costs others nothing when they are stored.
create index action_rejected on action
  (workspace_id, tool_name, no_scope(mission_id, proposed_by, session_id), input_hash(tool_input), resolved_at)
  where status = 'rejected';

-- Refused repeats of a tool within one scope.
create table refused_repeat (
  workspace_id text not null references workspace (id),
  scope text not null,
  tool_name text not null,
  id text not null,
  mission_id text,
  session_id text,
  agent_id text not null,
  agent_name text not null,
  -- The "no" that was repeated last.
  action_id text not null,
  repeats integer not null,
  repeated_at timestamptz not null,
  paused_at timestamptz,
  -- A "no" up to here counts no more: a person lets the agent ask again.
  forgotten_at timestamptz,
  primary key (workspace_id, scope, tool_name)
);
create index refused_repeat_newest on refused_repeat (workspace_id, repeated_at desc, id desc) where repeats > 0;

-- What an administrator lets an agent call without a person, so and so often and until then. An action it approved names it in
-- `resolved_by`.
create table standing_grant (
  workspace_id text not null references workspace (id),
  id text not null,
  tool_name text not null,
  -- The tool as it was when this was written; over another one it holds no more.
  tool_hash text not null,
  tool_source text not null,
  agent_id text not null,
  agent_name text not null,
  -- The expression that has to be true of a call.
  allow_when text not null,
  note text,
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses between 0 and max_uses),
  expires_at timestamptz not null,
  written_by text not null,
  written_name text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text,
  revoked_name text,
  primary key (workspace_id, id)
);
create index standing_grant_of_agent on standing_grant (workspace_id, agent_id, tool_name) where revoked_at is null;

-- The batches of a subtask, put to one decision.
create table checkpoint (
  workspace_id text not null references workspace (id),
  id text not null,
  label text not null,
  mission_id text,
  session_id text,
  opened_by text not null,
  opened_name text not null,
  created_at timestamptz not null default now(),
  verdict text check (verdict in ('approve', 'reject')),
  comment text,
  decided_at timestamptz,
  decided_by text,
  decided_name text,
  primary key (workspace_id, id),
  check ((decided_at is null) = (verdict is null))
);
create index checkpoint_newest on checkpoint (workspace_id, created_at desc, id desc);

-- A batch by its id, or by the address `{missionId}:{toolName}` of what is pending under it.
create table checkpoint_batch (
  workspace_id text not null,
  checkpoint_id text not null,
  batch_id text not null,
  added_at timestamptz not null default now(),
  primary key (workspace_id, checkpoint_id, batch_id),
  foreign key (workspace_id, checkpoint_id) references checkpoint (workspace_id, id)
);
