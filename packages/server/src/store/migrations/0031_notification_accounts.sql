-- Accounts of people at services that tell them of actions. An account counts once its owner has entered the code that was sent
-- to it; until then, the former one does.
create table notification_account (
  workspace_id text not null,
  connection_id text not null,
  user_id text not null,
  -- Id and display name at the service; null until the first code was entered.
  account_id text,
  account_name text,
  -- The account to which a code was sent that was not entered yet.
  pending_id text,
  pending_name text,
  -- SHA-256 of the code.
  code_hash bytea,
  code_until timestamptz,
  tries integer not null default 0,
  asked_at timestamptz not null default now(),
  primary key (workspace_id, connection_id, user_id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade,
  check ((account_id is null) = (account_name is null))
);

-- An account belongs to one person.
create unique index notification_account_owner on notification_account (workspace_id, connection_id, account_id)
  where account_id is not null;
