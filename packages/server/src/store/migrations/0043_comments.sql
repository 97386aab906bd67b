-- Comments of people on an action, and the replies of its agent. A row is never changed, except that `read_at` is set once.
create table action_comment (
  workspace_id text not null references workspace (id),
  action_id text not null,
  id text not null,
  at timestamptz not null default now(),
  by_kind text not null check (by_kind in ('user', 'agent')),
  by_id text not null,
  by_name text not null,
  said text not null,
  -- True: a person's question to the agent. False: for people only, or a reply.
  for_agent boolean not null check (not for_agent or by_kind = 'user'),
  -- The question to which an agent replies. An agent's row always has one, a person's never.
  reply_to text check ((reply_to is null) = (by_kind = 'user')),
  -- When the agent was first told of it.
  read_at timestamptz check (read_at is null or for_agent),
  idempotency_key text,
  primary key (workspace_id, action_id, id)
);

create unique index one_reply on action_comment (workspace_id, action_id, reply_to);
create index asked_of_agent on action_comment (workspace_id, at) where for_agent;
create unique index comment_once on action_comment (workspace_id, action_id, by_id, idempotency_key);
