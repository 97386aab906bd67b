-- A "no" holds for an agent and a tool: sessions and missions are names that the agent chooses.

-- SHA-256 of the input as far as two calls mean the same; see core/normal-input.ts.
alter table action add column repeat_hash bytea;
update action set repeat_hash = input_hash(tool_input) where status in ('pending', 'rejected');

drop index action_rejected;
create index action_rejected on action (workspace_id, tool_name, repeat_hash, resolved_at) where status = 'rejected';
create index action_rejected_of_agent on action (workspace_id, proposed_by, tool_name, resolved_at) where status = 'rejected';

-- One row for each agent and tool: the one that pauses, else the newest. What was forgotten in one scope was forgotten there only.
update refused_repeat set forgotten_at = null where mission_id is not null or session_id is not null;
delete from refused_repeat p using refused_repeat q
where q.workspace_id = p.workspace_id and q.agent_id = p.agent_id and q.tool_name = p.tool_name
  and (q.paused_at is not null, q.repeats > 0, q.repeated_at, q.id) > (p.paused_at is not null, p.repeats > 0, p.repeated_at, p.id);
alter table refused_repeat drop constraint refused_repeat_pkey;
alter table refused_repeat drop column scope;
alter table refused_repeat add primary key (workspace_id, agent_id, tool_name);
-- Rejections up to here do not count as one no after another.
alter table refused_repeat add column lifted_at timestamptz;

drop function no_scope(text, text, text);
drop function input_hash(text);
