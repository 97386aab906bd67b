-- The queue is read source by source in its order, so that a plan walks the index and clears away the entries of rows that left
-- it: a plan that first collects what matches would look all of them up again, at each claim, until the next vacuum.
drop index action_to_run;
create index action_to_run on action (source, resolved_at) where status = 'approved';
