-- Calls whose end an MCP client was told. The same call of the same agent proposes under an idempotency key that holds the
-- number of ends told so far, so a repeat meets the action that is there until its end was told, and asks anew after that.
create table mcp_delivery (
  workspace_id text not null references workspace (id),
  action_id text not null,
  agent_id text not null,
  -- SHA-256 of the canonical tool name and input.
  call_hash text not null,
  round integer not null,
  delivered_at timestamptz not null default now(),
  primary key (workspace_id, action_id),
  unique (workspace_id, agent_id, call_hash, round)
);
