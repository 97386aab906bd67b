-- Who is on call by the schedule of a connection, and therefore in the connection's on-call team. A row outlives its connection until
-- its team has been taken from everybody.
create table on_call_team (
  workspace_id text not null,
  connection_id text not null,
  connection_name text not null,
  -- Only members of this team can be on call.
  base_team text not null,
  on_call_team text not null check (on_call_team <> base_team),
  -- When these two teams were first seen together, plus the waiting period of new approvers; nobody is on call before.
  starts_at timestamptz not null,
  -- Who is on call; the last answer if the schedule cannot be read.
  user_ids text[] not null,
  -- Mail addresses on call that are of no member of the base team who may decide.
  ignored text[] not null,
  -- Why the schedule cannot be used; null if it can.
  problem text,
  changed_at timestamptz not null,
  primary key (workspace_id, connection_id)
);
