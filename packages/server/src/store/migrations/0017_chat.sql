-- Conversations of people with agents. A turn is rows: what it waits for, what it was told and where it goes on outlive any process.

-- An agent that people may talk to; its groups and rights are those of its key.
create table chat_agent (
  workspace_id text not null,
  agent_id text not null,
  instructions text not null default '',
  -- A connection to a model provider; null for the built-in script.
  connection_id text,
  model text not null default '',
  -- Of a million tokens, in millionths of the currency; null where it is not counted.
  input_price_micros bigint check (input_price_micros >= 0),
  output_price_micros bigint check (output_price_micros >= 0),
  widgets text[] not null default '{proposal,proposals,table,element}',
  soft_rounds integer not null default 16,
  hard_rounds integer not null default 18,
  identical_calls integer not null default 3,
  result_characters integer not null default 12000,
  session_tokens bigint,
  session_cost_micros bigint,
  enabled boolean not null default true,
  primary key (workspace_id, agent_id),
  foreign key (workspace_id, agent_id) references api_key (workspace_id, id),
  check (soft_rounds <= hard_rounds)
);

create table chat_session (
  workspace_id text not null references workspace (id),
  id text not null,
  owner_id text not null,
  agent_id text not null,
  title text not null,
  status text not null default 'idle' check (status in ('idle', 'running', 'waiting')),
  -- Grows with every change of the session or of one of its messages.
  rev bigint not null default 1,
  turn integer not null default 0,
  round integer not null default 0,
  -- The first message that the present agent is told whole; those before it were another one's.
  agent_since integer not null default 1,
  -- A turn was overtaken by words of the person: when the last of what it waited for ends, the agent is told.
  parked boolean not null default false,
  stop_requested boolean not null default false,
  lease_until timestamptz,
  lease_token text,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, agent_id) references chat_agent (workspace_id, agent_id),
  check ((status = 'running') = (lease_token is not null))
);
create index chat_session_of_owner on chat_session (workspace_id, owner_id, updated_at desc, id desc);
create index chat_session_running on chat_session (lease_until) where status = 'running';
create index chat_session_waiting on chat_session (workspace_id) where status = 'waiting' or parked;

create table chat_message (
  workspace_id text not null,
  session_id text not null,
  seq integer not null,
  rev bigint not null,
  turn integer not null,
  role text not null check (role in ('user', 'assistant', 'note')),
  text text not null,
  status text not null check (status in ('writing', 'done', 'stopped', 'failed')),
  error text,
  by_kind text,
  by_id text,
  by_name text,
  -- Actions that it sends back or speaks of.
  about text[] not null default '{}',
  -- A person's message sent again under its key is stored once.
  message_key text,
  -- What the provider wants to be given back with it.
  provider_data text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, session_id, seq),
  unique (workspace_id, session_id, message_key),
  foreign key (workspace_id, session_id) references chat_session (workspace_id, id)
);

-- A call that a model made. Its key at the gate is made of its place, so a turn that goes on proposes nothing twice.
create table chat_call (
  workspace_id text not null,
  session_id text not null,
  seq integer not null,
  place integer not null,
  call_id text not null,
  tool_name text not null,
  input text not null,
  -- The proposal that was sent back and that this call answers; chosen once, so that a turn that goes on asks the same.
  supersedes text,
  state text not null default 'made' check (state in ('made', 'open', 'told', 'parked')),
  action_ids text[] not null default '{}',
  -- The outcome as the model was told it, and the refusal where there is none.
  outcome text,
  refusal text,
  widget text,
  provider_data text,
  primary key (workspace_id, session_id, seq, place),
  foreign key (workspace_id, session_id, seq) references chat_message (workspace_id, session_id, seq)
);
create index chat_call_open on chat_call (workspace_id, session_id) where state in ('made', 'open', 'parked');
