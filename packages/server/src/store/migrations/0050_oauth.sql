-- Agents that people connected by OAuth. The column names the client; each person has one agent for each client.
alter table api_key
  add column oauth_client_id text check (oauth_client_id is null or (kind = 'agent' and acts_for is not null));

create unique index agent_of_client on api_key (workspace_id, acts_for, oauth_client_id)
  where oauth_client_id is not null and revoked_at is null;

-- Clients that registered themselves, for the whole installation. Those that nobody ever allowed are deleted again.
create table oauth_client (
  id text primary key,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  allowed_at timestamptz
);

-- What a person allowed once: the tokens of one sign-in of a client.
create table oauth_grant (
  id text primary key,
  workspace_id text not null,
  agent_id text not null,
  client_id text not null,
  -- Path of the MCP endpoint that its tokens are for.
  endpoint text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (workspace_id, agent_id) references api_key (workspace_id, id)
);
create index oauth_grant_of_agent on oauth_grant (workspace_id, agent_id);

create table oauth_code (
  hash text primary key,
  grant_id text not null references oauth_grant (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_code_of_grant on oauth_code (grant_id);

create table oauth_token (
  hash text primary key,
  grant_id text not null references oauth_grant (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- When a refresh token was exchanged for its successor.
  replaced_at timestamptz
);
create index oauth_token_of_grant on oauth_token (grant_id);
