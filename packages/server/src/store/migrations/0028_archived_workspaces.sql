-- A workspace with a row here is no longer served: its credentials are not accepted, and its emergency stop keeps everything
-- from running. Nothing is deleted.
create table archived_workspace (
  workspace_id text primary key references workspace (id),
  archived_at timestamptz not null default now(),
  archived_by text not null,
  archived_name text not null
);
