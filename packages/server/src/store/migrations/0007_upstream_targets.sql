-- Where each upstream pointed when it was last connected, from the file or not: the same name over another server is another
-- server, and nothing that was approved for the former may run there.
create table upstream_target (
  workspace_id text not null references workspace (id),
  name text not null,
  origin text not null check (origin in ('file', 'admin')),
  target_hash text not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, name)
);
