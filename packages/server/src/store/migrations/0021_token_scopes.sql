-- What a person's token may do at most, and until when; null for agents and workers. Tokens from before keep all but deciding.
alter table api_key add column scope text, add column expires_at timestamptz;
update api_key set scope = 'manage' where kind = 'user';
alter table api_key
  add check (scope in ('read', 'manage', 'decide')),
  add check ((kind = 'user') = (scope is not null));

-- A command line that asks to be signed in, until a signed-in person answers it in the inbox. The token is made when it is fetched.
create table device_sign_in (
  device_code_hash text primary key,
  user_code text not null unique,
  device_name text not null,
  client_address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  approved boolean,
  workspace_id text references workspace (id),
  user_id text references person (id) on delete cascade
);

-- Headers of upstreams are sealed by the keys of stored credentials, as all else that is. Those of before have no key's name.
alter table upstream add column key_id text;
