-- The history of what was done: what one person decided, and what happened between two times.
create index decision_of_person on decision (workspace_id, by_id, action_id);
create index audit_event_by_time on audit_event (workspace_id, at);
