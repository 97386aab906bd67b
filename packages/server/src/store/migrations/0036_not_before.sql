-- Earliest start that an approver chose; null for at once. With several approvals the latest one counts.
alter table action add column not_before timestamptz;
