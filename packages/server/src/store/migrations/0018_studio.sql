-- Tools that administrators write in the browser. A tool has one draft, which is tested, and versions, which never change.
create table studio_tool (
  workspace_id text not null references workspace (id),
  name text not null,
  -- Canonical JSON: source, schema, access, limits, words, and how it is to be guarded.
  draft text not null,
  -- Of what of the draft is tested: source, schema, access, limits.
  draft_hash text not null,
  -- Moves with each save.
  draft_version integer not null default 1,
  -- The version on the gate; null: none.
  published_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  updated_name text not null,
  primary key (workspace_id, name)
);

-- Test runs as they were, whatever became of the draft.
create table studio_run (
  workspace_id text not null,
  name text not null,
  id text not null,
  draft_hash text not null,
  ok boolean not null,
  input text not null,
  -- JSON; null where it failed.
  output text,
  error text,
  logs text not null,
  requests text not null,
  duration_ms integer not null,
  at timestamptz not null default now(),
  by_id text not null,
  by_name text not null,
  primary key (workspace_id, name, id),
  foreign key (workspace_id, name) references studio_tool (workspace_id, name) on delete cascade,
  check (ok = (error is null))
);
create index studio_run_newest on studio_run (workspace_id, name, at desc, id desc);

create table studio_version (
  workspace_id text not null,
  name text not null,
  version integer not null,
  draft text not null,
  draft_hash text not null,
  -- Of the tool on the gate; it covers the source.
  definition_hash text not null,
  -- The run it was published on.
  run_id text not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  published_name text not null,
  primary key (workspace_id, name, version),
  foreign key (workspace_id, name) references studio_tool (workspace_id, name),
  foreign key (workspace_id, name, run_id) references studio_run (workspace_id, name, id)
);
alter table studio_tool add foreign key (workspace_id, name, published_version)
  references studio_version (workspace_id, name, version);

-- What was approved is what runs, so a version stays what it was, whoever writes to the database.
create function studio_version_is_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'a published version never changes';
end $$;
create trigger studio_version_is_fixed before update on studio_version for each row execute function studio_version_is_fixed();
