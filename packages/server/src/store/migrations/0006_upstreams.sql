-- MCP servers behind the gate that an administrator added over the API. Those of countersign.yaml are in the file only.
create table upstream (
  workspace_id text not null references workspace (id),
  name text not null,
  transport text not null check (transport in ('http', 'sse')),
  url text not null,
  trust text not null check (trust in ('trusted', 'untrusted')),
  prefix text not null,
  era text not null check (era in ('legacy', 'auto', 'modern')),
  enabled boolean not null,
  allow_private boolean not null,
  -- AES-256-GCM under a key that is not in the database; the names are there to be shown.
  sealed_headers bytea,
  header_names text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, name)
);
