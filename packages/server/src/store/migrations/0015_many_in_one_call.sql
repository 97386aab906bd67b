-- Where agents call a tool with a list of inputs under this key, each an action of its own; `input_schema` is of one of them.
alter table tool add column batch_key text;

-- What a person sent back and nothing answers yet: the next proposal of that agent on the same target takes its place, and an agent
-- asks what it is to propose again.
create index action_sent_back on action (workspace_id, proposed_by, tool_name, coalesce(session_id, ''), md5(target))
  where status = 'refined' and superseded_by is null;

-- Only the person an agent acts for, and administrators, read the sessions it proposes in.
alter table api_key
  add column private_sessions boolean not null default false,
  add constraint api_key_private_sessions_check check (not private_sessions or kind = 'agent');
