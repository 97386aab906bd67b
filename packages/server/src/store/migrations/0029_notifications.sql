-- What people and programs outside the inbox are told of. Every notification follows from one event of the audit log; see
-- docs/decisions/0032-notifications-follow-the-log.md.

-- How far the log has been planned for a channel.
create table notification_cursor (
  workspace_id text not null references workspace (id),
  connection_id text not null,
  seq bigint not null,
  primary key (workspace_id, connection_id)
);

-- The outbox, and the delivery log.
create table notification (
  workspace_id text not null references workspace (id),
  id text not null,
  connection_id text not null,
  -- Name of the connection when this was planned.
  channel text not null,
  event_seq bigint not null,
  -- After a restored backup, sequence numbers come again; hashes do not.
  event_hash bytea not null,
  -- Of a person, the reason they are told; of an endpoint, the event.
  kind text not null,
  action_id text,
  -- User id; empty for an endpoint.
  recipient text not null,
  state text not null default 'planned' check (state in ('planned', 'sending', 'sent', 'suppressed', 'dead')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Of the attempt that is under way; whoever ends it names its lease.
  lease_id text,
  lease_until timestamptz,
  -- The message that carries it: the same in every attempt.
  message_id text,
  reason text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, event_hash, recipient, kind)
);

create index notification_open on notification (workspace_id, connection_id, recipient, due_at)
  where state in ('planned', 'sending');
create index notification_sending on notification (workspace_id, connection_id, recipient, lease_until) where state = 'sending';
create index notification_of_action on notification (workspace_id, action_id, event_seq) where action_id is not null;
create index notification_sent on notification (workspace_id, connection_id, recipient, ended_at) where state = 'sent';

-- How a person wants to be told; without a row, as the channels are set.
create table notification_preference (
  workspace_id text not null,
  user_id text not null,
  muted text[] not null default '{}',
  delay_minutes integer check (delay_minutes between 0 and 1440),
  -- Minutes of the day in the time zone.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  time_zone text,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade,
  check ((quiet_from is null) = (quiet_until is null) and (quiet_from is null) = (time_zone is null))
);
