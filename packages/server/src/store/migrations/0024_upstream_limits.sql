-- How long an approved call may run, how much of its result is kept, and how many tools are looked at.
alter table upstream
  add column call_seconds integer not null default 300 check (call_seconds between 1 and 86400),
  add column max_result_mebibytes integer not null default 16 check (max_result_mebibytes between 1 and 64),
  add column max_tools integer not null default 1000 check (max_tools between 1 and 10000);

-- Results that are too large for their action, page by page. The action's own result names the hash of the whole.
create table kept_result (
  workspace_id text not null,
  action_id text not null,
  sha256 text not null,
  page integer not null check (page > 0),
  text text not null,
  primary key (workspace_id, action_id, sha256, page),
  foreign key (workspace_id, action_id) references action (workspace_id, id) on delete cascade
);

-- What a tool asked of a client that does not offer it, or the capabilities under which its server does not list it.
alter table tool add column client_needs text[] not null default '{}';

-- Fingerprints of tools in an upstream's first list that were beyond its maximum: listed later, they are not new.
alter table upstream_target add column first_beyond text[] not null default '{}';
