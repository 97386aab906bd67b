-- Sign-ins at an OpenID provider that have begun. Each row is deleted by the browser's return, so a state is used once.
create table sign_on (
  state_hash text primary key,
  -- Of the cookie of the browser that began.
  browser_hash text not null,
  issuer text not null,
  nonce text not null,
  code_verifier text not null,
  -- Path of the page to open afterwards.
  next text,
  expires_at timestamptz not null
);
create index sign_on_by_expiry on sign_on (expires_at);

-- A session that a provider opened ends at a fixed time, however often better-auth extends it.
alter table person_session add column issuer text, add column ends_at timestamptz;

create function keep_session_end() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end
$$;
create trigger session_end before insert or update on person_session
  for each row when (new.ends_at is not null) execute function keep_session_end();

-- Memberships that a provider's groups give. All others are left to administrators.
create table provided_member (
  workspace_id text not null,
  user_id text not null,
  issuer text not null,
  -- Name of the provider, for people.
  provider_name text not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade
);
