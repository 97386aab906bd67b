-- The latest instant to which people may move the end of a pending action's time. Set if the caller, a routing rule or a held call
-- asked for an end: nobody counts on the action after that. Null if only the tool's usual time applies, and in actions from before.
alter table action add column latest_expires_at timestamptz;
