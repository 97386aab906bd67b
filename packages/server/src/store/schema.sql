-- What the migrations amount to. Written by `npm run schema`; change a migration, not this file.

create table action (
  workspace_id text not null,
  id text not null,
  tool_name text not null,
  tool_hash text not null,
  source text not null,
  effect text not null,
  risk smallint not null,
  tool_input text not null,
  user_edits text,
  effective_input text not null,
  preview text not null,
  preview_wanted boolean default false not null,
  preview_asked_at timestamp with time zone,
  target text,
  snapshot text,
  current text,
  proposed text,
  digest text not null,
  caption text,
  status text not null,
  version integer default 1 not null,
  mission_id text,
  session_id text,
  batch_id text not null,
  proposed_kind text not null,
  proposed_by text not null,
  proposed_name text not null,
  idempotency_key text,
  request_hash text not null,
  supersedes text,
  superseded_by text,
  result text,
  error text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_kind text,
  resolved_by text,
  resolved_name text,
  executed_at timestamp with time zone,
  attempt integer default 0 not null,
  attempts jsonb default '[]'::jsonb not null,
  claim_id text,
  claimed_by text,
  lease_until timestamp with time zone,
  heartbeat_at timestamp with time zone,
  target_seen text,
  target_seen_at timestamp with time zone,
  target_changed_at timestamp with time zone,
  policy_when text,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  escalate_at timestamp with time zone,
  escalated_at timestamp with time zone,
  escalated_to text,
  vote_round integer default 0 not null,
  edited_by text,
  delegation_id text,
  repeat_hash bytea,
  rated_risk smallint,
  vetted boolean,
  judged_epoch bigint,
  judged_until timestamp with time zone,
  routing text,
  latest_expires_at timestamp with time zone,
  not_before timestamp with time zone,
  constraint action_pkey PRIMARY KEY (workspace_id, id),
  constraint action_check CHECK (((status = 'executing'::text) = (claim_id IS NOT NULL))),
  constraint action_effect_check CHECK ((effect = ANY (ARRAY['transactional'::text, 'idempotent'::text, 'reconcilable'::text, 'unsafe'::text]))),
  constraint action_rated_risk_check CHECK (((rated_risk >= 0) AND (rated_risk <= 5))),
  constraint action_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'executing'::text, 'executed'::text, 'failed'::text, 'outcome_unknown'::text, 'rejected'::text, 'refined'::text, 'expired'::text, 'cancelled'::text]))),
  constraint action_unvetted_check CHECK ((vetted OR (risk = 5)))
);

create table action_comment (
  workspace_id text not null,
  action_id text not null,
  id text not null,
  at timestamp with time zone default now() not null,
  by_kind text not null,
  by_id text not null,
  by_name text not null,
  said text not null,
  for_agent boolean not null,
  reply_to text,
  read_at timestamp with time zone,
  idempotency_key text,
  mentions jsonb default '[]'::jsonb not null,
  constraint action_comment_pkey PRIMARY KEY (workspace_id, action_id, id),
  constraint action_comment_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint action_comment_by_kind_check CHECK ((by_kind = ANY (ARRAY['user'::text, 'agent'::text]))),
  constraint action_comment_check CHECK (((NOT for_agent) OR (by_kind = 'user'::text))),
  constraint action_comment_check1 CHECK (((reply_to IS NULL) = (by_kind = 'user'::text))),
  constraint action_comment_check2 CHECK (((read_at IS NULL) OR for_agent)),
  constraint action_comment_check3 CHECK (((jsonb_typeof(mentions) = 'array'::text) AND ((by_kind = 'user'::text) OR (mentions = '[]'::jsonb))))
);

create table api_key (
  workspace_id text not null,
  id text not null,
  kind text not null,
  name text not null,
  token_hash text not null,
  prefix text not null,
  groups text[] default '{}'::text[] not null,
  role text,
  user_id text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  in_client boolean default false not null,
  max_risk smallint,
  acts_for text,
  private_sessions boolean default false not null,
  scope text,
  expires_at timestamp with time zone,
  oauth_client_id text,
  self_confirm_max_risk smallint,
  allowed_addresses text[],
  rotated_at timestamp with time zone,
  former_hash text,
  former_prefix text,
  former_until timestamp with time zone,
  former_used_at timestamp with time zone,
  refused_at timestamp with time zone,
  refused_from text,
  constraint api_key_pkey PRIMARY KEY (workspace_id, id),
  constraint api_key_former_hash_key UNIQUE (former_hash),
  constraint api_key_token_hash_key UNIQUE (token_hash),
  constraint api_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint api_key_acts_for_check CHECK (((acts_for IS NULL) OR (kind = 'agent'::text))),
  constraint api_key_addresses_check CHECK (((allowed_addresses IS NULL) OR (cardinality(allowed_addresses) > 0))),
  constraint api_key_check CHECK (((kind = 'user'::text) = (user_id IS NOT NULL))),
  constraint api_key_check1 CHECK (((kind = 'user'::text) = (scope IS NOT NULL))),
  constraint api_key_check2 CHECK (((oauth_client_id IS NULL) OR ((kind = 'agent'::text) AND (acts_for IS NOT NULL)))),
  constraint api_key_former_check CHECK ((((former_hash IS NULL) = (rotated_at IS NULL)) AND ((former_hash IS NULL) = (former_prefix IS NULL)) AND ((former_hash IS NULL) = (former_until IS NULL)) AND ((former_hash IS NULL) OR (kind = ANY (ARRAY['agent'::text, 'worker'::text]))) AND (former_hash <> token_hash))),
  constraint api_key_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'worker'::text, 'user'::text]))),
  constraint api_key_max_risk_check CHECK (((max_risk >= 0) AND (max_risk <= 5))),
  constraint api_key_private_sessions_check CHECK (((NOT private_sessions) OR (kind = 'agent'::text))),
  constraint api_key_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'approver'::text, 'admin'::text]))),
  constraint api_key_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'manage'::text, 'decide'::text]))),
  constraint api_key_self_confirm_check CHECK (((self_confirm_max_risk IS NULL) OR (kind = 'agent'::text))),
  constraint api_key_self_confirm_max_risk_check CHECK (((self_confirm_max_risk >= 0) AND (self_confirm_max_risk <= 5)))
);

create table archived_workspace (
  workspace_id text not null,
  archived_at timestamp with time zone default now() not null,
  archived_by text not null,
  archived_name text not null,
  constraint archived_workspace_pkey PRIMARY KEY (workspace_id),
  constraint archived_workspace_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table assignment (
  workspace_id text not null,
  action_id text not null,
  user_id text,
  assigned_at timestamp with time zone default now() not null,
  constraint assignment_pkey PRIMARY KEY (workspace_id, action_id),
  constraint assignment_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE
);

create table audit_event (
  workspace_id text not null,
  seq bigint not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  action_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  data text not null,
  hash bytea not null,
  constraint audit_event_pkey PRIMARY KEY (workspace_id, seq)
);

create table audit_head (
  workspace_id text not null,
  seq bigint default 0 not null,
  hash bytea default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea not null,
  constraint audit_head_pkey PRIMARY KEY (workspace_id),
  constraint audit_head_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint audit_head_workspace_id_check CHECK ((workspace_id !~ '\s'::text))
);

create table chat_agent (
  workspace_id text not null,
  agent_id text not null,
  instructions text default ''::text not null,
  connection_id text,
  model text default ''::text not null,
  input_price_micros bigint,
  output_price_micros bigint,
  widgets text[] default '{proposal,proposals,table,element}'::text[] not null,
  soft_rounds integer default 16 not null,
  hard_rounds integer default 18 not null,
  identical_calls integer default 3 not null,
  result_characters integer default 12000 not null,
  session_tokens bigint,
  session_cost_micros bigint,
  enabled boolean default true not null,
  unanswered_seconds integer,
  constraint chat_agent_pkey PRIMARY KEY (workspace_id, agent_id),
  constraint chat_agent_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES api_key(workspace_id, id),
  constraint chat_agent_check CHECK ((soft_rounds <= hard_rounds)),
  constraint chat_agent_input_price_micros_check CHECK ((input_price_micros >= 0)),
  constraint chat_agent_output_price_micros_check CHECK ((output_price_micros >= 0)),
  constraint chat_agent_unanswered_seconds_check CHECK (((unanswered_seconds >= 60) AND (unanswered_seconds <= 2592000)))
);

create table chat_call (
  workspace_id text not null,
  session_id text not null,
  seq integer not null,
  place integer not null,
  call_id text not null,
  tool_name text not null,
  input text not null,
  supersedes text,
  state text default 'made'::text not null,
  action_ids text[] default '{}'::text[] not null,
  outcome text,
  refusal text,
  widget text,
  provider_data text,
  constraint chat_call_pkey PRIMARY KEY (workspace_id, session_id, seq, place),
  constraint chat_call_workspace_id_session_id_seq_fkey FOREIGN KEY (workspace_id, session_id, seq) REFERENCES chat_message(workspace_id, session_id, seq),
  constraint chat_call_state_check CHECK ((state = ANY (ARRAY['made'::text, 'open'::text, 'told'::text, 'parked'::text])))
);

create table chat_message (
  workspace_id text not null,
  session_id text not null,
  seq integer not null,
  rev bigint not null,
  turn integer not null,
  role text not null,
  text text not null,
  status text not null,
  error text,
  by_kind text,
  by_id text,
  by_name text,
  about text[] default '{}'::text[] not null,
  message_key text,
  provider_data text,
  created_at timestamp with time zone default now() not null,
  constraint chat_message_pkey PRIMARY KEY (workspace_id, session_id, seq),
  constraint chat_message_workspace_id_session_id_message_key_key UNIQUE (workspace_id, session_id, message_key),
  constraint chat_message_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES chat_session(workspace_id, id),
  constraint chat_message_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'note'::text]))),
  constraint chat_message_status_check CHECK ((status = ANY (ARRAY['writing'::text, 'done'::text, 'stopped'::text, 'failed'::text])))
);

create table chat_session (
  workspace_id text not null,
  id text not null,
  owner_id text not null,
  agent_id text not null,
  title text not null,
  status text default 'idle'::text not null,
  rev bigint default 1 not null,
  turn integer default 0 not null,
  round integer default 0 not null,
  agent_since integer default 1 not null,
  parked boolean default false not null,
  stop_requested boolean default false not null,
  lease_until timestamp with time zone,
  lease_token text,
  input_tokens bigint default 0 not null,
  output_tokens bigint default 0 not null,
  cost_micros bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  constraint chat_session_pkey PRIMARY KEY (workspace_id, id),
  constraint chat_session_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES chat_agent(workspace_id, agent_id),
  constraint chat_session_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint chat_session_check CHECK (((status = 'running'::text) = (lease_token IS NOT NULL))),
  constraint chat_session_status_check CHECK ((status = ANY (ARRAY['idle'::text, 'running'::text, 'waiting'::text])))
);

create table checkpoint (
  workspace_id text not null,
  id text not null,
  label text not null,
  mission_id text,
  session_id text,
  opened_by text not null,
  opened_name text not null,
  created_at timestamp with time zone default now() not null,
  verdict text,
  comment text,
  decided_at timestamp with time zone,
  decided_by text,
  decided_name text,
  constraint checkpoint_pkey PRIMARY KEY (workspace_id, id),
  constraint checkpoint_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint checkpoint_check CHECK (((decided_at IS NULL) = (verdict IS NULL))),
  constraint checkpoint_verdict_check CHECK ((verdict = ANY (ARRAY['approve'::text, 'reject'::text])))
);

create table checkpoint_batch (
  workspace_id text not null,
  checkpoint_id text not null,
  batch_id text not null,
  added_at timestamp with time zone default now() not null,
  constraint checkpoint_batch_pkey PRIMARY KEY (workspace_id, checkpoint_id, batch_id),
  constraint checkpoint_batch_workspace_id_checkpoint_id_fkey FOREIGN KEY (workspace_id, checkpoint_id) REFERENCES checkpoint(workspace_id, id)
);

create table connection (
  workspace_id text not null,
  id text not null,
  connector text not null,
  name text not null,
  prefix text not null,
  settings text not null,
  enabled boolean not null,
  allow_private boolean not null,
  sealed_credentials bytea,
  key_id text,
  credential_fields text[] default '{}'::text[] not null,
  credentials_version integer default 1 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint connection_pkey PRIMARY KEY (workspace_id, id),
  constraint connection_workspace_id_name_key UNIQUE (workspace_id, name),
  constraint connection_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint connection_check CHECK (((sealed_credentials IS NULL) = (key_id IS NULL)))
);

create table content_element (
  workspace_id text not null,
  id text not null,
  kind text not null,
  type text not null,
  path text not null,
  revision integer not null,
  value text not null,
  tags text[] default '{}'::text[] not null,
  published integer,
  file text,
  version text default content_version(revision, path, type, value, tags, published, file) not null,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  modified_kind text not null,
  modified_by text not null,
  modified_name text not null,
  constraint content_element_pkey PRIMARY KEY (workspace_id, id),
  constraint content_element_workspace_id_kind_path_key UNIQUE (workspace_id, kind, path),
  constraint content_element_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint content_element_workspace_id_kind_type_fkey FOREIGN KEY (workspace_id, kind, type) REFERENCES content_type(workspace_id, kind, name),
  constraint content_element_check CHECK ((published <= revision)),
  constraint content_element_path_check CHECK ((path ~ '^(/[^/]+)+$'::text)),
  constraint content_element_revision_check CHECK ((revision > 0))
);

create table content_revision (
  workspace_id text not null,
  element_id text not null,
  revision integer not null,
  path text not null,
  type text not null,
  value text not null,
  tags text[] not null,
  published integer,
  file text,
  action_id text,
  restored integer,
  modified_at timestamp with time zone default now() not null,
  modified_kind text not null,
  modified_by text not null,
  modified_name text not null,
  constraint content_revision_pkey PRIMARY KEY (workspace_id, element_id, revision),
  constraint content_revision_workspace_id_element_id_fkey FOREIGN KEY (workspace_id, element_id) REFERENCES content_element(workspace_id, id)
);

create table content_right (
  workspace_id text not null,
  id text not null,
  folder text not null,
  kind text,
  who_kind text not null,
  who_id text,
  rights text[] not null,
  constraint content_right_pkey PRIMARY KEY (workspace_id, id),
  constraint content_right_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint content_right_folder_check CHECK (((folder = '/'::text) OR (folder ~ '^(/[^/]+)+$'::text))),
  constraint content_right_who_kind_check CHECK ((who_kind = ANY (ARRAY['user'::text, 'agent'::text])))
);

create table content_type (
  workspace_id text not null,
  kind text not null,
  name text not null,
  title text not null,
  fields text not null,
  settings text default '{}'::text not null,
  revision integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text not null,
  constraint content_type_pkey PRIMARY KEY (workspace_id, kind, name),
  constraint content_type_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint content_type_kind_check CHECK ((kind = ANY (ARRAY['object'::text, 'asset'::text, 'document'::text, 'tag'::text, 'template'::text])))
);

create table decision (
  workspace_id text not null,
  id text not null,
  action_id text not null,
  verdict text not null,
  by_kind text not null,
  by_id text not null,
  by_name text not null,
  digest text not null,
  user_edits text,
  comment text,
  channel text not null,
  at timestamp with time zone default now() not null,
  shown_for_ms bigint,
  vote_round integer default 0 not null,
  delegation_id text,
  on_behalf_of text,
  on_behalf_name text,
  self_confirmed boolean,
  constraint decision_pkey PRIMARY KEY (workspace_id, id),
  constraint decision_on_behalf_check CHECK (((delegation_id IS NULL) = (on_behalf_of IS NULL))),
  constraint decision_self_confirmed_check CHECK (self_confirmed),
  constraint decision_shown_for_ms_check CHECK ((shown_for_ms >= 0)),
  constraint decision_verdict_check CHECK ((verdict = ANY (ARRAY['approve'::text, 'reject'::text, 'refine'::text])))
);

create table delegation (
  workspace_id text not null,
  id text not null,
  user_id text not null,
  delegate_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_by text not null,
  created_name text not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  constraint delegation_pkey PRIMARY KEY (workspace_id, id),
  constraint delegation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint delegation_check CHECK ((delegate_id <> user_id)),
  constraint delegation_check1 CHECK ((ends_at > starts_at))
);

create table device_sign_in (
  device_code_hash text not null,
  user_code text not null,
  device_name text not null,
  client_address text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  approved boolean,
  workspace_id text,
  user_id text,
  constraint device_sign_in_pkey PRIMARY KEY (device_code_hash),
  constraint device_sign_in_user_code_key UNIQUE (user_code),
  constraint device_sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint device_sign_in_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table emergency_stop (
  workspace_id text not null,
  reason text not null,
  stopped_at timestamp with time zone default now() not null,
  stopped_by text not null,
  stopped_name text not null,
  constraint emergency_stop_pkey PRIMARY KEY (workspace_id),
  constraint emergency_stop_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table kept_result (
  workspace_id text not null,
  action_id text not null,
  sha256 text not null,
  page integer not null,
  text text not null,
  constraint kept_result_pkey PRIMARY KEY (workspace_id, action_id, sha256, page),
  constraint kept_result_workspace_id_action_id_fkey FOREIGN KEY (workspace_id, action_id) REFERENCES action(workspace_id, id) ON DELETE CASCADE,
  constraint kept_result_page_check CHECK ((page > 0))
);

create table mcp_delivery (
  workspace_id text not null,
  action_id text not null,
  agent_id text not null,
  call_hash text not null,
  round integer not null,
  delivered_at timestamp with time zone default now() not null,
  constraint mcp_delivery_pkey PRIMARY KEY (workspace_id, action_id),
  constraint mcp_delivery_workspace_id_agent_id_call_hash_round_key UNIQUE (workspace_id, agent_id, call_hash, round),
  constraint mcp_delivery_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table mcp_request_state (
  workspace_id text not null,
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint mcp_request_state_pkey PRIMARY KEY (workspace_id, nonce),
  constraint mcp_request_state_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table member (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  counts_from timestamp with time zone default now() not null,
  former_role text,
  teams text[] default '{}'::text[] not null,
  former_teams text[] default '{}'::text[] not null,
  break_glass boolean,
  former_break_glass boolean,
  constraint member_pkey PRIMARY KEY (workspace_id, user_id),
  constraint member_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id),
  constraint member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint member_former_role_check CHECK ((former_role = ANY (ARRAY['viewer'::text, 'approver'::text, 'admin'::text]))),
  constraint member_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'approver'::text, 'admin'::text])))
);

create table notification (
  workspace_id text not null,
  id text not null,
  connection_id text not null,
  channel text not null,
  event_seq bigint not null,
  event_hash bytea not null,
  kind text not null,
  action_id text,
  recipient text not null,
  state text default 'planned'::text not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_id text,
  lease_until timestamp with time zone,
  message_id text,
  reason text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  external_ref text,
  constraint notification_pkey PRIMARY KEY (workspace_id, id),
  constraint notification_workspace_id_connection_id_event_hash_recipien_key UNIQUE (workspace_id, connection_id, event_hash, recipient, kind),
  constraint notification_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint notification_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'suppressed'::text, 'dead'::text])))
);

create table notification_account (
  workspace_id text not null,
  connection_id text not null,
  user_id text not null,
  account_id text,
  account_name text,
  pending_id text,
  pending_name text,
  code_hash bytea,
  code_until timestamp with time zone,
  tries integer default 0 not null,
  asked_at timestamp with time zone default now() not null,
  constraint notification_account_pkey PRIMARY KEY (workspace_id, connection_id, user_id),
  constraint notification_account_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE,
  constraint notification_account_check CHECK (((account_id IS NULL) = (account_name IS NULL)))
);

create table notification_channel_preference (
  workspace_id text not null,
  user_id text not null,
  connection_id text not null,
  mode text not null,
  delay_minutes integer,
  summary_day date,
  constraint notification_channel_preference_pkey PRIMARY KEY (workspace_id, user_id, connection_id),
  constraint notification_channel_preference_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE,
  constraint notification_channel_preference_check CHECK (((mode = 'daily'::text) = (summary_day IS NOT NULL))),
  constraint notification_channel_preference_delay_minutes_check CHECK (((delay_minutes >= 0) AND (delay_minutes <= 1440))),
  constraint notification_channel_preference_mode_check CHECK ((mode = ANY (ARRAY['each'::text, 'daily'::text, 'off'::text])))
);

create table notification_cursor (
  workspace_id text not null,
  connection_id text not null,
  seq bigint not null,
  constraint notification_cursor_pkey PRIMARY KEY (workspace_id, connection_id),
  constraint notification_cursor_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table notification_preference (
  workspace_id text not null,
  user_id text not null,
  quiet_from smallint,
  quiet_until smallint,
  time_zone text,
  daily_at smallint default 540 not null,
  constraint notification_preference_pkey PRIMARY KEY (workspace_id, user_id),
  constraint notification_preference_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE,
  constraint notification_preference_daily_at_check CHECK (((daily_at >= 0) AND (daily_at <= 1439))),
  constraint notification_preference_quiet CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND ((quiet_from IS NULL) OR (time_zone IS NOT NULL)))),
  constraint notification_preference_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint notification_preference_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439)))
);

create table oauth_client (
  id text not null,
  name text,
  redirect_uris text[] not null,
  created_at timestamp with time zone default now() not null,
  allowed_at timestamp with time zone,
  constraint oauth_client_pkey PRIMARY KEY (id)
);

create table oauth_code (
  hash text not null,
  grant_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_code_pkey PRIMARY KEY (hash),
  constraint oauth_code_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE
);

create table oauth_grant (
  id text not null,
  workspace_id text not null,
  agent_id text not null,
  client_id text not null,
  endpoint text not null,
  created_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint oauth_grant_pkey PRIMARY KEY (id),
  constraint oauth_grant_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES api_key(workspace_id, id)
);

create table oauth_token (
  hash text not null,
  grant_id text not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  constraint oauth_token_pkey PRIMARY KEY (hash),
  constraint oauth_token_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE,
  constraint oauth_token_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);

create table on_call_team (
  workspace_id text not null,
  connection_id text not null,
  connection_name text not null,
  base_team text not null,
  on_call_team text not null,
  starts_at timestamp with time zone not null,
  user_ids text[] not null,
  ignored text[] not null,
  problem text,
  changed_at timestamp with time zone not null,
  constraint on_call_team_pkey PRIMARY KEY (workspace_id, connection_id),
  constraint on_call_team_check CHECK ((on_call_team <> base_team))
);

create table person (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_email_key UNIQUE (email)
);

create table person_account (
  id text not null,
  account_id text not null,
  provider_id text not null,
  user_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone not null,
  constraint person_account_pkey PRIMARY KEY (id),
  constraint person_account_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint person_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE
);

create table person_session (
  id text not null,
  expires_at timestamp with time zone not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  user_id text not null,
  issuer text,
  ends_at timestamp with time zone,
  constraint person_session_pkey PRIMARY KEY (id),
  constraint person_session_token_key UNIQUE (token),
  constraint person_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE
);

create table person_verification (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint person_verification_pkey PRIMARY KEY (id)
);

create table policy_epoch (
  workspace_id text not null,
  epoch bigint not null,
  moved_in xid8 not null,
  moved_at timestamp with time zone not null,
  constraint policy_epoch_pkey PRIMARY KEY (workspace_id),
  constraint policy_epoch_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table provided_member (
  workspace_id text not null,
  user_id text not null,
  issuer text not null,
  provider_name text not null,
  constraint provided_member_pkey PRIMARY KEY (workspace_id, user_id),
  constraint provided_member_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE
);

create table push_device (
  workspace_id text not null,
  connection_id text not null,
  user_id text not null,
  id text not null,
  name text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default now() not null,
  constraint push_device_pkey PRIMARY KEY (workspace_id, connection_id, id),
  constraint push_device_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE
);

create table refused_repeat (
  workspace_id text not null,
  tool_name text not null,
  id text not null,
  mission_id text,
  session_id text,
  agent_id text not null,
  agent_name text not null,
  action_id text not null,
  repeats integer not null,
  repeated_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  lifted_at timestamp with time zone,
  constraint refused_repeat_pkey PRIMARY KEY (workspace_id, agent_id, tool_name),
  constraint refused_repeat_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table saved_record (
  workspace_id text not null,
  action_id text not null,
  "position" integer not null,
  kind text not null,
  title text not null,
  data text not null,
  saved_at timestamp with time zone default now() not null,
  constraint saved_record_pkey PRIMARY KEY (workspace_id, action_id, "position"),
  constraint saved_record_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint saved_record_kind_check CHECK ((kind = ANY (ARRAY['insight'::text, 'recommendation'::text, 'document'::text, 'source'::text])))
);

create table saved_view (
  workspace_id text not null,
  id text not null,
  page text not null,
  name text not null,
  query text not null,
  author_id text not null,
  author_name text not null,
  owner_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint saved_view_pkey PRIMARY KEY (workspace_id, id),
  constraint saved_view_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint saved_view_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES member(workspace_id, user_id) ON DELETE CASCADE,
  constraint saved_view_check CHECK ((owner_id = author_id)),
  constraint saved_view_page_check CHECK ((page = ANY (ARRAY['inbox'::text, 'audit'::text])))
);

create table schema_migration (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);

create table sign_in_link (
  token_hash text not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  purpose text default 'sign_in'::text not null,
  constraint sign_in_link_pkey PRIMARY KEY (token_hash),
  constraint sign_in_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint sign_in_link_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'reset'::text])))
);

create table sign_in_rate (
  id text not null,
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint sign_in_rate_pkey PRIMARY KEY (id),
  constraint sign_in_rate_key_key UNIQUE (key)
);

create table sign_on (
  state_hash text not null,
  browser_hash text not null,
  issuer text not null,
  nonce text not null,
  code_verifier text not null,
  next text,
  expires_at timestamp with time zone not null,
  constraint sign_on_pkey PRIMARY KEY (state_hash)
);

create table standing_grant (
  workspace_id text not null,
  id text not null,
  tool_name text not null,
  tool_hash text not null,
  tool_source text not null,
  agent_id text not null,
  agent_name text not null,
  allow_when text not null,
  note text,
  max_uses integer not null,
  uses integer default 0 not null,
  expires_at timestamp with time zone not null,
  written_by text not null,
  written_name text not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  revoked_by text,
  revoked_name text,
  constraint standing_grant_pkey PRIMARY KEY (workspace_id, id),
  constraint standing_grant_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint standing_grant_check CHECK (((uses >= 0) AND (uses <= max_uses))),
  constraint standing_grant_max_uses_check CHECK ((max_uses > 0))
);

create table studio_run (
  workspace_id text not null,
  name text not null,
  id text not null,
  draft_hash text not null,
  ok boolean not null,
  input text not null,
  output text,
  error text,
  logs text not null,
  requests text not null,
  duration_ms integer not null,
  at timestamp with time zone default now() not null,
  by_id text not null,
  by_name text not null,
  constraint studio_run_pkey PRIMARY KEY (workspace_id, name, id),
  constraint studio_run_workspace_id_name_fkey FOREIGN KEY (workspace_id, name) REFERENCES studio_tool(workspace_id, name) ON DELETE CASCADE,
  constraint studio_run_check CHECK ((ok = (error IS NULL)))
);

create table studio_tool (
  workspace_id text not null,
  name text not null,
  draft text not null,
  draft_hash text not null,
  draft_version integer default 1 not null,
  published_version integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text not null,
  updated_name text not null,
  constraint studio_tool_pkey PRIMARY KEY (workspace_id, name),
  constraint studio_tool_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint studio_tool_workspace_id_name_published_version_fkey FOREIGN KEY (workspace_id, name, published_version) REFERENCES studio_version(workspace_id, name, version)
);

create table studio_version (
  workspace_id text not null,
  name text not null,
  version integer not null,
  draft text not null,
  draft_hash text not null,
  definition_hash text not null,
  run_id text not null,
  published_at timestamp with time zone default now() not null,
  published_by text not null,
  published_name text not null,
  constraint studio_version_pkey PRIMARY KEY (workspace_id, name, version),
  constraint studio_version_workspace_id_name_fkey FOREIGN KEY (workspace_id, name) REFERENCES studio_tool(workspace_id, name),
  constraint studio_version_workspace_id_name_run_id_fkey FOREIGN KEY (workspace_id, name, run_id) REFERENCES studio_run(workspace_id, name, id)
);

create table tool (
  workspace_id text not null,
  name text not null,
  source text not null,
  title text,
  description text not null,
  input_schema text not null,
  effect text not null,
  risk smallint not null,
  approval text not null,
  protected_keys text[] default '{}'::text[] not null,
  lifetime_seconds integer,
  timeout_seconds integer not null,
  previews boolean default false not null,
  enabled boolean default true not null,
  definition_hash text not null,
  updated_at timestamp with time zone default now() not null,
  group_names text[] default '{}'::text[] not null,
  required_in text[] default '{}'::text[] not null,
  never_in text[] default '{}'::text[] not null,
  approval_when text,
  alias text,
  description_override text,
  prompt_template text,
  approver_role text,
  approver_ids text[] default '{}'::text[] not null,
  delivery text,
  wait_seconds integer,
  on_wait_end text,
  in_client boolean,
  risk_source text default 'scored'::text not null,
  scored_risk smallint not null,
  risk_reasons text default '[]'::text not null,
  upstream text,
  upstream_name text,
  vetting text default 'vetted'::text not null,
  findings text default '[]'::text not null,
  definition text,
  fingerprint text,
  accepted_definition text,
  accepted_fingerprint text,
  first_seen_at timestamp with time zone default now() not null,
  settings_hash text,
  approval_set boolean default false not null,
  after_reject text default 'pause'::text not null,
  approval_rule text,
  remind_after_seconds integer,
  escalate_after_seconds integer,
  escalate_to text,
  batch_key text,
  client_needs text[] default '{}'::text[] not null,
  rated_risk smallint,
  rated boolean default true not null,
  trusted boolean default true not null,
  vetted_fingerprint text,
  routing_rules text,
  reject_reasons text[],
  widget text,
  needs_second_person boolean,
  constraint tool_pkey PRIMARY KEY (workspace_id, name),
  constraint tool_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint tool_after_reject_check CHECK ((after_reject = ANY (ARRAY['ask'::text, 'refuse'::text, 'pause'::text]))),
  constraint tool_approval_check CHECK ((approval = ANY (ARRAY['required'::text, 'never'::text, 'when'::text]))),
  constraint tool_approval_rule_alone CHECK (((approval_rule IS NULL) OR ((approver_role IS NULL) AND (approver_ids = '{}'::text[])))),
  constraint tool_approval_when_check CHECK (((approval <> 'when'::text) OR (approval_when IS NOT NULL))),
  constraint tool_approver_role_check CHECK ((approver_role = ANY (ARRAY['approver'::text, 'admin'::text]))),
  constraint tool_delivery_check CHECK ((delivery = ANY (ARRAY['queue'::text, 'wait'::text]))),
  constraint tool_effect_check CHECK ((effect = ANY (ARRAY['transactional'::text, 'idempotent'::text, 'reconcilable'::text, 'unsafe'::text]))),
  constraint tool_escalate_after_seconds_check CHECK ((escalate_after_seconds > 0)),
  constraint tool_escalation_check CHECK (((escalate_after_seconds IS NULL) = (escalate_to IS NULL))),
  constraint tool_on_wait_end_check CHECK ((on_wait_end = ANY (ARRAY['park'::text, 'expire'::text]))),
  constraint tool_rated_risk_check CHECK (((rated_risk >= 0) AND (rated_risk <= 5))),
  constraint tool_reject_reasons_check CHECK ((cardinality(reject_reasons) > 0)),
  constraint tool_remind_after_seconds_check CHECK ((remind_after_seconds > 0)),
  constraint tool_risk_check CHECK (((risk >= 0) AND (risk <= 5))),
  constraint tool_risk_source_check CHECK ((risk_source = ANY (ARRAY['scored'::text, 'set'::text]))),
  constraint tool_scored_risk_check CHECK (((scored_risk >= 0) AND (scored_risk <= 5))),
  constraint tool_unvetted_check CHECK (((vetting <> 'unvetted'::text) OR (risk = 5))),
  constraint tool_vetting_check CHECK ((vetting = ANY (ARRAY['vetted'::text, 'unvetted'::text, 'changed'::text, 'withheld'::text, 'gone'::text]))),
  constraint tool_wait_seconds_check CHECK ((wait_seconds >= 0))
);

create table tool_group (
  workspace_id text not null,
  name text not null,
  description text,
  updated_at timestamp with time zone default now() not null,
  constraint tool_group_pkey PRIMARY KEY (workspace_id, name),
  constraint tool_group_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table tool_widget (
  workspace_id text not null,
  sha256 text not null,
  html text not null,
  constraint tool_widget_pkey PRIMARY KEY (workspace_id, sha256),
  constraint tool_widget_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE
);

create table upstream (
  workspace_id text not null,
  name text not null,
  transport text not null,
  url text not null,
  trust text not null,
  prefix text not null,
  era text not null,
  enabled boolean not null,
  allow_private boolean not null,
  sealed_headers bytea,
  header_names text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sharing text default 'per-agent'::text not null,
  max_connections integer default 16 not null,
  allow_questions boolean default false not null,
  key_id text,
  call_seconds integer default 300 not null,
  max_result_mebibytes integer default 16 not null,
  max_tools integer default 1000 not null,
  constraint upstream_pkey PRIMARY KEY (workspace_id, name),
  constraint upstream_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint upstream_call_seconds_check CHECK (((call_seconds >= 1) AND (call_seconds <= 86400))),
  constraint upstream_era_check CHECK ((era = ANY (ARRAY['legacy'::text, 'auto'::text, 'modern'::text]))),
  constraint upstream_max_connections_check CHECK (((max_connections >= 1) AND (max_connections <= 1000))),
  constraint upstream_max_result_mebibytes_check CHECK (((max_result_mebibytes >= 1) AND (max_result_mebibytes <= 64))),
  constraint upstream_max_tools_check CHECK (((max_tools >= 1) AND (max_tools <= 10000))),
  constraint upstream_sharing_check CHECK ((sharing = ANY (ARRAY['per-agent'::text, 'shared'::text]))),
  constraint upstream_transport_check CHECK ((transport = ANY (ARRAY['http'::text, 'sse'::text]))),
  constraint upstream_trust_check CHECK ((trust = ANY (ARRAY['trusted'::text, 'untrusted'::text])))
);

create table upstream_target (
  workspace_id text not null,
  name text not null,
  origin text not null,
  target_hash text not null,
  updated_at timestamp with time zone default now() not null,
  first_beyond text[] default '{}'::text[] not null,
  constraint upstream_target_pkey PRIMARY KEY (workspace_id, name),
  constraint upstream_target_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint upstream_target_origin_check CHECK ((origin = ANY (ARRAY['file'::text, 'admin'::text])))
);

create table workspace (
  id text not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  new_approver_wait_seconds integer,
  constraint workspace_pkey PRIMARY KEY (id),
  constraint workspace_new_approver_wait_seconds_check CHECK (((new_approver_wait_seconds >= 0) AND (new_approver_wait_seconds <= 2592000)))
);

CREATE INDEX action_escalating ON public.action USING btree (escalate_at) WHERE ((status = 'pending'::text) AND (escalate_at IS NOT NULL));
CREATE INDEX action_expiring ON public.action USING btree (expires_at) WHERE ((status = 'pending'::text) AND (expires_at IS NOT NULL));
CREATE INDEX action_newest ON public.action USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX action_newest_by_status ON public.action USING btree (workspace_id, status, created_at DESC, id DESC);
CREATE INDEX action_of_batch ON public.action USING btree (workspace_id, batch_id);
CREATE INDEX action_of_mission ON public.action USING btree (workspace_id, mission_id, tool_name) WHERE (mission_id IS NOT NULL);
CREATE INDEX action_of_session ON public.action USING btree (workspace_id, session_id) WHERE (session_id IS NOT NULL);
CREATE UNIQUE INDEX action_once_per_key ON public.action USING btree (workspace_id, proposed_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX action_rejected ON public.action USING btree (workspace_id, tool_name, repeat_hash, resolved_at) WHERE (status = 'rejected'::text);
CREATE INDEX action_rejected_of_agent ON public.action USING btree (workspace_id, proposed_by, tool_name, resolved_at) WHERE (status = 'rejected'::text);
CREATE INDEX action_reminding ON public.action USING btree (remind_at) WHERE ((status = 'pending'::text) AND (remind_at IS NOT NULL));
CREATE INDEX action_running ON public.action USING btree (lease_until) WHERE (status = 'executing'::text);
CREATE INDEX action_sent_back ON public.action USING btree (workspace_id, proposed_by, tool_name, COALESCE(session_id, ''::text), md5(target)) WHERE ((status = 'refined'::text) AND (superseded_by IS NULL));
CREATE INDEX action_to_preview ON public.action USING btree (workspace_id, source) WHERE ((status = 'pending'::text) AND preview_wanted);
CREATE INDEX action_to_run ON public.action USING btree (source, resolved_at) WHERE (status = 'approved'::text);
CREATE INDEX action_urgent ON public.action USING btree (workspace_id, ((- risk)), created_at, id) WHERE (status = 'pending'::text);
CREATE INDEX action_watched ON public.action USING btree (workspace_id, id) WHERE ((status = 'pending'::text) AND (snapshot IS NOT NULL));
CREATE UNIQUE INDEX agent_of_client ON public.api_key USING btree (workspace_id, acts_for, oauth_client_id) WHERE ((oauth_client_id IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX asked_of_agent ON public.action_comment USING btree (workspace_id, at) WHERE for_agent;
CREATE INDEX assignment_of_person ON public.assignment USING btree (workspace_id, user_id);
CREATE INDEX audit_event_break_glass_review ON public.audit_event USING btree (workspace_id, action_id) WHERE (kind = 'break_glass.reviewed'::text);
CREATE INDEX audit_event_by_time ON public.audit_event USING btree (workspace_id, at);
CREATE INDEX audit_event_of_action ON public.audit_event USING btree (workspace_id, action_id, seq) WHERE (action_id IS NOT NULL);
CREATE INDEX audit_event_of_settings ON public.audit_event USING btree (workspace_id, seq) WHERE (data ~~ '%"settingHashes":%'::text);
CREATE INDEX chat_call_open ON public.chat_call USING btree (workspace_id, session_id) WHERE (state = ANY (ARRAY['made'::text, 'open'::text, 'parked'::text]));
CREATE INDEX chat_session_of_owner ON public.chat_session USING btree (workspace_id, owner_id, updated_at DESC, id DESC);
CREATE INDEX chat_session_running ON public.chat_session USING btree (lease_until) WHERE (status = 'running'::text);
CREATE INDEX chat_session_waiting ON public.chat_session USING btree (workspace_id) WHERE ((status = 'waiting'::text) OR parked);
CREATE INDEX checkpoint_newest ON public.checkpoint USING btree (workspace_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX comment_once ON public.action_comment USING btree (workspace_id, action_id, by_id, idempotency_key);
CREATE INDEX content_element_newest ON public.content_element USING btree (workspace_id, modified_at DESC, id DESC);
CREATE INDEX content_element_tags ON public.content_element USING gin (tags);
CREATE UNIQUE INDEX content_right_once ON public.content_right USING btree (workspace_id, folder, COALESCE(kind, ''::text), who_kind, COALESCE(who_id, ''::text));
CREATE INDEX decision_break_glass ON public.decision USING btree (workspace_id, at) WHERE (channel = 'break_glass'::text);
CREATE INDEX decision_of_action ON public.decision USING btree (workspace_id, action_id, at);
CREATE INDEX decision_of_person ON public.decision USING btree (workspace_id, by_id, action_id);
CREATE INDEX delegation_of_delegate ON public.delegation USING btree (workspace_id, delegate_id) WHERE (revoked_at IS NULL);
CREATE INDEX mcp_request_state_expiry ON public.mcp_request_state USING btree (workspace_id, expires_at);
CREATE INDEX member_of_user ON public.member USING btree (user_id);
CREATE UNIQUE INDEX notification_account_owner ON public.notification_account USING btree (workspace_id, connection_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX notification_channel_preference_daily ON public.notification_channel_preference USING btree (workspace_id) WHERE (mode = 'daily'::text);
CREATE INDEX notification_message ON public.notification USING btree (workspace_id, message_id) WHERE (external_ref IS NOT NULL);
CREATE INDEX notification_of_action ON public.notification USING btree (workspace_id, action_id, event_seq) WHERE (action_id IS NOT NULL);
CREATE INDEX notification_open ON public.notification USING btree (workspace_id, connection_id, recipient, due_at) WHERE (state = ANY (ARRAY['planned'::text, 'sending'::text]));
CREATE INDEX notification_sending ON public.notification USING btree (workspace_id, connection_id, recipient, lease_until) WHERE (state = 'sending'::text);
CREATE INDEX notification_sent ON public.notification USING btree (workspace_id, connection_id, recipient, ended_at) WHERE (state = 'sent'::text);
CREATE INDEX oauth_code_of_grant ON public.oauth_code USING btree (grant_id);
CREATE INDEX oauth_grant_of_agent ON public.oauth_grant USING btree (workspace_id, agent_id);
CREATE INDEX oauth_token_of_grant ON public.oauth_token USING btree (grant_id);
CREATE UNIQUE INDEX one_reply ON public.action_comment USING btree (workspace_id, action_id, reply_to);
CREATE UNIQUE INDEX own_view_name ON public.saved_view USING btree (workspace_id, owner_id, page, lower(name)) WHERE (owner_id IS NOT NULL);
CREATE INDEX person_account_user_id_idx ON public.person_account USING btree (user_id);
CREATE INDEX person_session_user_id_idx ON public.person_session USING btree (user_id);
CREATE INDEX person_verification_identifier_idx ON public.person_verification USING btree (identifier);
CREATE INDEX push_device_owner ON public.push_device USING btree (workspace_id, user_id);
CREATE INDEX refused_repeat_newest ON public.refused_repeat USING btree (workspace_id, repeated_at DESC, id DESC) WHERE (repeats > 0);
CREATE INDEX saved_record_newest ON public.saved_record USING btree (workspace_id, kind, saved_at DESC, action_id DESC, "position");
CREATE INDEX saved_record_source ON public.saved_record USING btree (workspace_id, (((data)::jsonb ->> 'service'::text)), (((data)::jsonb ->> 'file_id'::text)), saved_at DESC) WHERE (kind = 'source'::text);
CREATE UNIQUE INDEX shared_view_name ON public.saved_view USING btree (workspace_id, page, lower(name)) WHERE (owner_id IS NULL);
CREATE INDEX sign_in_link_of_user ON public.sign_in_link USING btree (user_id) WHERE (used_at IS NULL);
CREATE INDEX sign_on_by_expiry ON public.sign_on USING btree (expires_at);
CREATE INDEX standing_grant_of_agent ON public.standing_grant USING btree (workspace_id, agent_id, tool_name) WHERE (revoked_at IS NULL);
CREATE INDEX studio_run_newest ON public.studio_run USING btree (workspace_id, name, at DESC, id DESC);
CREATE UNIQUE INDEX tool_alias ON public.tool USING btree (workspace_id, alias) WHERE (alias IS NOT NULL);

CREATE OR REPLACE FUNCTION public.approvals_missing(rule jsonb, of_workspace text, of_action text, of_round integer, edited_by text, acts_for text, escalated jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  with voter as (
    select distinct m.user_id, m.role, coalesce(is_one_of(escalated, m.user_id, m.role), false) as stands_for_any
    from decision d
    cross join lateral (select user_id, counted_role(role, former_role, counts_from) as role from member
      where workspace_id = d.workspace_id and user_id = coalesce(d.on_behalf_of, d.by_id)) m
    join member hand on hand.workspace_id = d.workspace_id and hand.user_id = d.by_id
      and counted_role(hand.role, hand.former_role, hand.counts_from) in ('approver', 'admin')
    where d.workspace_id = of_workspace and d.action_id = of_action and d.verdict = 'approve' and d.vote_round = of_round
      and (is_one_of(rule -> 'of', m.user_id, m.role) or coalesce(is_one_of(escalated, m.user_id, m.role), false))
      and d.by_id is distinct from acts_for and m.user_id is distinct from acts_for
      and not (coalesce((rule ->> 'notLastEditor')::boolean, false) and coalesce(edited_by, '') in (d.by_id, m.user_id))
      and not exists (select from delegation g
        where g.workspace_id = d.workspace_id and g.id = d.delegation_id and g.revoked_at is not null)
  ), named as (
    select one ->> 'user' as user_id from jsonb_array_elements(rule -> 'of') one where one ? 'user'
  ), rest as (
    select * from voter v where v.user_id not in (select user_id from named)
  ), counted as (
    select (select count(*) from voter) as voters,
      (select count(*) from named n where not exists (select from voter v where v.user_id = n.user_id)) as absent,
      (select count(*) from rest where stands_for_any) as any_line,
      (select count(*) from rest where not stands_for_any) as others,
      (select count(*) from rest where not stands_for_any and role = 'admin') as admins,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'admin') as admins_wanted,
      (select count(*) from jsonb_array_elements(rule -> 'of') one where one ->> 'role' = 'approver') as approvers_wanted
  )
  select case rule ->> 'needs'
    when 'any_of' then greatest(0, 1 - voters)
    when 'n_of' then greatest(0, (rule ->> 'n')::bigint - voters)
    else greatest(0, absent + greatest(0, admins_wanted - admins)
      + greatest(0, approvers_wanted - (others - least(admins, admins_wanted))) - any_line)
  end from counted
$function$;

CREATE OR REPLACE FUNCTION public.audit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept text[] := string_to_array(nullif(current_setting('countersign.audit_head', true), ''), ' ');
  last_seq bigint;
  last_hash bytea;
begin
  if kept[1] = new.workspace_id then
    last_seq := kept[2];
    last_hash := decode(kept[3], 'hex');
  else
    perform audit_keep_head();
    select h.seq, h.hash into last_seq, last_hash from audit_head h where h.workspace_id = new.workspace_id for update;
    if not found then
      raise exception 'workspace % has no audit head', new.workspace_id;
    end if;
  end if;
  new.at := date_trunc('milliseconds', new.at);
  new.seq := last_seq + 1;
  new.hash := sha256(last_hash || convert_to(
    audit_field(new.seq::text)
    || audit_field((extract(epoch from new.at) * 1000)::bigint::text)
    || audit_field(new.kind) || audit_field(new.action_id)
    || audit_field(new.actor_kind) || audit_field(new.actor_id) || audit_field(new.actor_name)
    || audit_field(new.data), 'UTF8'));
  perform set_config('countersign.audit_head', new.workspace_id || ' ' || new.seq || ' ' || encode(new.hash, 'hex'), true);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_field(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select octet_length(coalesce(value, ''))::text || ':' || coalesce(value, '') || ','
$function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_event is append-only';
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_keep_head()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kept text[] := string_to_array(nullif(current_setting('countersign.audit_head', true), ''), ' ');
begin
  if kept is not null then
    update audit_head set seq = kept[2]::bigint, hash = decode(kept[3], 'hex') where workspace_id = kept[1];
    perform set_config('countersign.audit_head', '', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_statement_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_keep_head();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.content_may(workspace text, asked text, of_kind text, at_path text, of_who text, of_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select asked = any(r.rights) from content_right r
    where r.workspace_id = workspace and r.who_kind = of_who and (r.who_id is null or r.who_id = of_id)
      and (r.kind is null or r.kind = of_kind) and (r.folder = '/' or at_path || '/' like replace(replace(replace(
        r.folder, '\', '\\'), '%', '\%'), '_', '\_') || '/%')
    order by length(r.folder) desc, r.who_id is not null desc, r.kind is not null desc limit 1
  ), true)
$function$;

CREATE OR REPLACE FUNCTION public.content_version(revision integer, path text, type text, value text, tags text[], published integer, file text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'r' || revision || '.' || left(encode(sha256(convert_to(
    jsonb_build_array(path, type, value, to_jsonb(tags), published, file)::text, 'UTF8')), 'hex'), 16)
$function$;

CREATE OR REPLACE FUNCTION public.counted_break_glass(break_glass boolean, former_break_glass boolean, counts_from timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(case when counts_from <= now() then break_glass else former_break_glass end, false)
$function$;

CREATE OR REPLACE FUNCTION public.counted_role(role text, former_role text, counts_from timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when counts_from <= now() then role else former_role end
$function$;

CREATE OR REPLACE FUNCTION public.counted_teams(teams text[], former_teams text[], counts_from timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select case when counts_from <= now() then teams else former_teams end
$function$;

CREATE OR REPLACE FUNCTION public.is_one_of(approvers jsonb, user_id text, role text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select role in ('approver', 'admin') and exists (select from jsonb_array_elements(approvers) one
    where one ->> 'user' = user_id or one ->> 'role' = 'approver' or one ->> 'role' = role)
$function$;

CREATE OR REPLACE FUNCTION public.keep_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_policy_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_workspace text := coalesce(new.workspace_id, old.workspace_id);
begin
  if exists (select from policy_epoch where workspace_id = of_workspace and moved_in = pg_current_xact_id()
      and moved_at = transaction_timestamp()) then
    return null;
  end if;
  insert into policy_epoch as p (workspace_id, epoch, moved_in, moved_at)
    values (of_workspace, 1, pg_current_xact_id(), transaction_timestamp())
    on conflict (workspace_id) do update set epoch = p.epoch + 1, moved_in = excluded.moved_in, moved_at = excluded.moved_at;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.studio_version_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a published version never changes';
end $function$;

CREATE CONSTRAINT TRIGGER api_key_policy_changed AFTER UPDATE ON public.api_key DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.kind = 'agent'::text) OR (new.kind = 'agent'::text)) AND (((((((old.kind IS DISTINCT FROM new.kind) OR (old.groups IS DISTINCT FROM new.groups)) OR (old.max_risk IS DISTINCT FROM new.max_risk)) OR (old.in_client IS DISTINCT FROM new.in_client)) OR (old.acts_for IS DISTINCT FROM new.acts_for)) OR (old.self_confirm_max_risk IS DISTINCT FROM new.self_confirm_max_risk)) OR (old.revoked_at IS DISTINCT FROM new.revoked_at)))) EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER api_key_policy_gone AFTER DELETE ON public.api_key DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.kind = 'agent'::text)) EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER api_key_policy_new AFTER INSERT ON public.api_key DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'agent'::text)) EXECUTE FUNCTION move_policy_epoch();
CREATE TRIGGER audit_chain BEFORE INSERT ON public.audit_event FOR EACH ROW EXECUTE FUNCTION audit_chain();
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_is_not_truncated BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_statement_ends AFTER INSERT ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_statement_ends();
CREATE CONSTRAINT TRIGGER delegation_policy AFTER INSERT OR DELETE ON public.delegation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER delegation_policy_changed AFTER UPDATE ON public.delegation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((old.user_id IS DISTINCT FROM new.user_id) OR (old.delegate_id IS DISTINCT FROM new.delegate_id)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.revoked_at IS DISTINCT FROM new.revoked_at))) EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER member_policy AFTER INSERT OR DELETE ON public.member DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER member_policy_changed AFTER UPDATE ON public.member DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.role IS DISTINCT FROM new.role) OR (old.former_role IS DISTINCT FROM new.former_role)) OR (old.teams IS DISTINCT FROM new.teams)) OR (old.former_teams IS DISTINCT FROM new.former_teams)) OR (old.counts_from IS DISTINCT FROM new.counts_from)) OR (old.break_glass IS DISTINCT FROM new.break_glass)) OR (old.former_break_glass IS DISTINCT FROM new.former_break_glass))) EXECUTE FUNCTION move_policy_epoch();
CREATE TRIGGER session_end BEFORE INSERT OR UPDATE ON public.person_session FOR EACH ROW WHEN ((new.ends_at IS NOT NULL)) EXECUTE FUNCTION keep_session_end();
CREATE CONSTRAINT TRIGGER standing_grant_policy AFTER INSERT OR DELETE ON public.standing_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER standing_grant_policy_changed AFTER UPDATE ON public.standing_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((((old.tool_name IS DISTINCT FROM new.tool_name) OR (old.tool_hash IS DISTINCT FROM new.tool_hash)) OR (old.tool_source IS DISTINCT FROM new.tool_source)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.allow_when IS DISTINCT FROM new.allow_when)) OR (old.expires_at IS DISTINCT FROM new.expires_at)) OR (old.written_by IS DISTINCT FROM new.written_by)) OR (old.revoked_at IS DISTINCT FROM new.revoked_at))) EXECUTE FUNCTION move_policy_epoch();
CREATE TRIGGER studio_version_is_fixed BEFORE UPDATE ON public.studio_version FOR EACH ROW EXECUTE FUNCTION studio_version_is_fixed();
CREATE CONSTRAINT TRIGGER tool_policy AFTER INSERT OR DELETE ON public.tool DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_policy_epoch();
CREATE CONSTRAINT TRIGGER tool_policy_changed AFTER UPDATE ON public.tool DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((((((((((((old.source IS DISTINCT FROM new.source) OR (old.definition_hash IS DISTINCT FROM new.definition_hash)) OR (old.enabled IS DISTINCT FROM new.enabled)) OR (old.vetting IS DISTINCT FROM new.vetting)) OR (old.risk IS DISTINCT FROM new.risk)) OR (old.approval IS DISTINCT FROM new.approval)) OR (old.approval_when IS DISTINCT FROM new.approval_when)) OR (old.group_names IS DISTINCT FROM new.group_names)) OR (old.required_in IS DISTINCT FROM new.required_in)) OR (old.never_in IS DISTINCT FROM new.never_in)) OR (old.approver_role IS DISTINCT FROM new.approver_role)) OR (old.approver_ids IS DISTINCT FROM new.approver_ids)) OR (old.approval_rule IS DISTINCT FROM new.approval_rule)) OR (old.routing_rules IS DISTINCT FROM new.routing_rules)) OR (old.escalate_to IS DISTINCT FROM new.escalate_to)) OR (old.in_client IS DISTINCT FROM new.in_client)) OR (old.needs_second_person IS DISTINCT FROM new.needs_second_person))) EXECUTE FUNCTION move_policy_epoch();
