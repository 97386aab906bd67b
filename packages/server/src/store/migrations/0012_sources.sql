-- Texts that an approved call took over from a service are records too. One file is looked up by its id there, so that a run
-- that was cut off, or a second import of the same folder, does not keep the same version twice.
alter table saved_record drop constraint saved_record_kind_check;
alter table saved_record add constraint saved_record_kind_check
  check (kind in ('insight', 'recommendation', 'document', 'source'));
create index saved_record_source on saved_record (workspace_id, ((data::jsonb) ->> 'service'), ((data::jsonb) ->> 'file_id'), saved_at desc)
  where kind = 'source';
