-- Events that tell of a setting carry its hash; `countersign audit verify` and a start look for them alone.
create index audit_event_of_settings on audit_event (workspace_id, seq) where data like '%"settingHashes":%';
