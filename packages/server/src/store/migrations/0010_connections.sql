-- Connections of a workspace to services: their settings, and their credentials under a key that is not in the database.
create table connection (
  workspace_id text not null references workspace (id),
  id text not null,
  connector text not null,
  name text not null,
  -- Put before the names of its tools with `_`; empty for none.
  prefix text not null,
  -- Canonical JSON; holds no secret.
  settings text not null,
  enabled boolean not null,
  allow_private boolean not null,
  -- AES-256-GCM, bound to this workspace and id; null where the service asks for none. The field names are there to be shown.
  sealed_credentials bytea,
  key_id text,
  credential_fields text[] not null default '{}',
  -- Moves when credentials do, also when the connector refreshed them by itself.
  credentials_version integer not null default 1,
  -- Moves with what an administrator changes.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  check ((sealed_credentials is null) = (key_id is null))
);

-- What the tools of the workspace itself saved. One action writes its records once, in the transaction that ends it.
create table saved_record (
  workspace_id text not null references workspace (id),
  action_id text not null,
  -- Place in the call.
  position integer not null,
  kind text not null check (kind in ('insight', 'recommendation', 'document')),
  title text not null,
  -- The item as it was approved, a JSON object.
  data text not null,
  saved_at timestamptz not null default now(),
  primary key (workspace_id, action_id, position)
);
create index saved_record_newest on saved_record (workspace_id, kind, saved_at desc, action_id desc, position);

-- Tools of connections give versions of their targets, too; nobody else's do.
drop index action_watched;
create index action_watched on action (workspace_id, id) where status = 'pending' and snapshot is not null;
