/** Runs plain SQL text and returns the rows of its last statement. */
export type RunText = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * Deletes the rows of every table except `schema_migration`. Triggers are off meanwhile, because some refuse deletions. Restores
 * the default of `tool.after_reject`, which `openGate` changes.
 */
const CLEAN = `
do $$
declare named text;
begin
  set local session_replication_role = replica;
  for named in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' loop
    execute 'delete from ' || named;
  end loop;
end $$;
alter table tool alter column after_reject set default 'pause';
`;

/** Checksum over the catalog rows that a statement such as `alter table` changes, and over the applied migrations. */
const SUM_UP = `
with of_public as (select * from pg_class where relnamespace = 'public'::regnamespace),
lines as (
  select concat_ws(' ', oid, relname, relkind, relrowsecurity) as line from of_public
  union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull) from pg_attribute
    where attnum > 0 and attrelid in (select oid from of_public)
  union all select concat_ws(' ', adrelid, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
  union all select t::text from pg_trigger t
  union all select p::text from pg_proc p where pronamespace = 'public'::regnamespace
  union all select c::text from pg_constraint c where connamespace = 'public'::regnamespace
  union all select i::text from pg_index i where indrelid in (select oid from of_public)
  union all select concat_ws(' ', version, checksum) from schema_migration
)
select count(*) || ' ' || sum(hashtext(line)) as sum from lines
`;

/** Deletes all rows. Returns the checksum of `sumUpSchema`, which shows the caller whether a test changed the schema. */
export async function cleanDatabase(run: RunText): Promise<string> {
  await run(CLEAN);
  return sumUpSchema(run);
}

/** Checksum of the schema. Databases copied from the same template have the same one until a statement changes the schema. */
export async function sumUpSchema(run: RunText): Promise<string> {
  return String((await run(SUM_UP))[0]?.["sum"]);
}
