-- Filters that people saved under a name. Private views go with their author's membership, shared ones stay.
create table saved_view (
  workspace_id text not null references workspace (id),
  id text not null,
  page text not null check (page in ('inbox', 'audit')),
  name text not null,
  query text not null,
  author_id text not null,
  author_name text not null,
  -- The author of a private view. Null: the view is shared.
  owner_id text check (owner_id = author_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member (workspace_id, user_id) on delete cascade
);

create unique index own_view_name on saved_view (workspace_id, owner_id, page, lower(name)) where owner_id is not null;
create unique index shared_view_name on saved_view (workspace_id, page, lower(name)) where owner_id is null;
