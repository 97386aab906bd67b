-- Content that people and agents change: one row an element, whatever its kind, so that each change is all or nothing.

-- What an element of a kind holds. `fields` is the list of its fields, in order.
create table content_type (
  workspace_id text not null references workspace (id),
  kind text not null check (kind in ('object', 'asset', 'document', 'tag', 'template')),
  name text not null,
  title text not null,
  fields text not null,
  -- Such as the languages of localised fields.
  settings text not null default '{}',
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (workspace_id, kind, name)
);

-- Version token of an element: what a change compares, so that an edit around the revision is seen, too.
create function content_version(revision integer, path text, type text, value text, tags text[], published integer, file text)
returns text language sql immutable as $$
  select 'r' || revision || '.' || left(encode(sha256(convert_to(
    jsonb_build_array(path, type, value, to_jsonb(tags), published, file)::text, 'UTF8')), 'hex'), 16)
$$;

create table content_element (
  workspace_id text not null references workspace (id),
  id text not null,
  kind text not null,
  type text not null,
  path text not null check (path ~ '^(/[^/]+)+$'),
  revision integer not null check (revision > 0),
  -- Its fields by name.
  value text not null,
  -- Ids of tags.
  tags text[] not null default '{}',
  -- The revision that visitors see; null for a draft.
  published integer check (published <= revision),
  -- Of an asset: `{hash, mediaType, size, width?, height?}`; the bytes are on disk under their hash.
  file text,
  version text not null generated always as (content_version(revision, path, type, value, tags, published, file)) stored,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  modified_kind text not null,
  modified_by text not null,
  modified_name text not null,
  primary key (workspace_id, id),
  unique (workspace_id, kind, path),
  foreign key (workspace_id, kind, type) references content_type (workspace_id, kind, name)
);
create index content_element_tags on content_element using gin (tags);
create index content_element_newest on content_element (workspace_id, modified_at desc, id desc);

-- Every state an element ever had, the present one included.
create table content_revision (
  workspace_id text not null,
  element_id text not null,
  revision integer not null,
  path text not null,
  type text not null,
  value text not null,
  tags text[] not null,
  published integer,
  file text,
  -- The action that wrote it, where one did.
  action_id text,
  -- The older revision that it brings back.
  restored integer,
  modified_at timestamptz not null default now(),
  modified_kind text not null,
  modified_by text not null,
  modified_name text not null,
  primary key (workspace_id, element_id, revision),
  foreign key (workspace_id, element_id) references content_element (workspace_id, id)
);

-- Who may do what in a folder. The nearest folder that says something of somebody counts; where none does, the role and the
-- groups alone decide.
create table content_right (
  workspace_id text not null references workspace (id),
  id text not null,
  folder text not null check (folder = '/' or folder ~ '^(/[^/]+)+$'),
  -- Null: of every kind.
  kind text,
  who_kind text not null check (who_kind in ('user', 'agent')),
  -- Null: everybody of that kind.
  who_id text,
  -- A subset of view, edit, create, publish.
  rights text[] not null,
  primary key (workspace_id, id)
);
create unique index content_right_once on content_right (workspace_id, folder, coalesce(kind, ''), who_kind, coalesce(who_id, ''));

create function content_may(workspace text, asked text, of_kind text, at_path text, of_who text, of_id text)
returns boolean language sql stable as $$
  select coalesce((
    select asked = any(r.rights) from content_right r
    where r.workspace_id = workspace and r.who_kind = of_who and (r.who_id is null or r.who_id = of_id)
      and (r.kind is null or r.kind = of_kind) and (r.folder = '/' or at_path || '/' like replace(replace(replace(
        r.folder, '\', '\\'), '%', '\%'), '_', '\_') || '/%')
    order by length(r.folder) desc, r.who_id is not null desc, r.kind is not null desc limit 1
  ), true)
$$;
