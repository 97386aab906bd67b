-- States that MCP clients handed back: each counts once, whatever process it reaches. A row is needed for as long as the state
-- itself would open; what is older goes when the next one comes.
create table mcp_request_state (
  workspace_id text not null references workspace (id),
  nonce text not null,
  expires_at timestamptz not null,
  primary key (workspace_id, nonce)
);
create index mcp_request_state_expiry on mcp_request_state (workspace_id, expires_at);

-- Passes for calls that come through several layers of ours: the decision was taken at the first, and the next one asks nobody.
create table grant_pass (
  workspace_id text not null references workspace (id),
  -- SHA-256 of the pass; the pass itself is with whoever was given it.
  token_hash text not null,
  action_id text not null,
  agent_id text not null,
  tool_name text not null,
  digest text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, token_hash)
);
