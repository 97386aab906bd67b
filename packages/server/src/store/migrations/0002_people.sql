-- People as better-auth keeps them, under our names. A test compares these tables with what better-auth asks for.
create table person (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table person_session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id text not null references person (id) on delete cascade
);
create index "person_session_user_id_idx" on person_session (user_id);

-- How a person proves to be one: `provider_id` is `credential` for a password.
create table person_account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references person (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index "person_account_user_id_idx" on person_account (user_id);

create table person_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index "person_verification_identifier_idx" on person_verification (identifier);

-- Sign-in attempts by address and path, counted here so that every process of a deployment counts the same.
create table sign_in_rate (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

alter table member add foreign key (user_id) references person (id);
alter table sign_in_link add foreign key (user_id) references person (id) on delete cascade;
create index sign_in_link_of_user on sign_in_link (user_id) where used_at is null;
