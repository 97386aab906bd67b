-- Reasons that people choose from when they reject a call of the tool. Null: the inbox's own reasons. A list is never empty.
alter table tool add column reject_reasons text[] check (cardinality(reject_reasons) > 0);
