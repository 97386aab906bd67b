-- While a workspace has a row here, nothing of it runs: no approved action is begun, and those that run are told to stop.
create table emergency_stop (
  workspace_id text primary key references workspace (id),
  reason text not null,
  stopped_at timestamptz not null default now(),
  stopped_by text not null,
  stopped_name text not null
);
