-- What the inbox needs: the most urgent first, and targets watched while an action waits.

-- `target_seen` is the target's version token where it is no longer the one proposed (' gone' and ' unreadable' where there
-- is none); null while the target is as proposed. `target_seen_at` is when that last changed.
alter table action
  add column target_seen text,
  add column target_seen_at timestamptz,
  add column target_changed_at timestamptz;

-- The negated risk lets one row comparison find the next page: highest risk first, oldest first within it.
create index action_urgent on action (workspace_id, (-risk), created_at, id) where status = 'pending';
create index action_watched on action (workspace_id, id) where status = 'pending' and snapshot is not null and source = 'server';

-- How long the person had the action on the screen before deciding, in milliseconds, as their surface says; null where it says
-- nothing. For insights only: nothing is decided by it.
alter table decision add column shown_for_ms bigint check (shown_for_ms >= 0);
