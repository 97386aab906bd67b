-- Browsers to which a channel pushes what waits for their owner.
create table push_device (
  workspace_id text not null,
  connection_id text not null,
  user_id text not null,
  -- `dev_` and the beginning of the SHA-256 of the endpoint, so that a browser finds itself in the list.
  id text not null,
  name text not null,
  -- Address at the browser's push service, and the keys for which messages are encrypted, in base64url.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  -- A browser has one subscription of a channel, so whoever connected it last is told on it.
  primary key (workspace_id, connection_id, id),
  foreign key (workspace_id, user_id) references member (workspace_id, user_id) on delete cascade
);

create index push_device_owner on push_device (workspace_id, user_id);
