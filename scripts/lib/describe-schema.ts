import { sql } from "kysely";
import type { Database } from "../../packages/server/src/store/database.ts";

/** Describes the schema as the database reports it, in an order that does not depend on the migrations' history. */
export async function describeSchema(database: Database): Promise<string> {
  const [tables, indexes, functions, triggers] = await Promise.all([
    describeTables(database),
    readLines(database, INDEXES),
    readLines(database, FUNCTIONS),
    readLines(database, TRIGGERS),
  ]);
  const head = "-- What the migrations amount to. Written by `npm run schema`; change a migration, not this file.";
  return `${[head, ...tables, indexes.map(end).join("\n"), ...functions.map(end), triggers.map(end).join("\n")].join("\n\n")}\n`;
}

const end = (line: string): string => `${line.trimEnd()};`;

async function describeTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; columns: string[]; rules: string[] }>`
    select c.relname as name,
           array(select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
                        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                        || case when a.attnotnull then ' not null' else '' end
                   from pg_attribute a
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  order by a.attnum) as columns,
           array(select 'constraint ' || quote_ident(r.conname) || ' ' || pg_get_constraintdef(r.oid)
                   from pg_constraint r
                  where r.conrelid = c.oid and r.contype in ('p', 'u', 'f', 'c')
                  order by array_position(array['p', 'u', 'f', 'c'], r.contype::text), r.conname collate "C") as rules
      from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by c.relname collate "C"
  `.execute(database.kysely);
  return rows.map(({ name, columns, rules }) => `create table ${name} (\n  ${[...columns, ...rules].join(",\n  ")}\n);`);
}

/** Indexes that no constraint created. */
const INDEXES = sql<{ line: string }>`
  select pg_get_indexdef(i.indexrelid) as line
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace
     and not exists (select from pg_constraint r where r.conindid = i.indexrelid)
   order by c.relname collate "C"
`;

const FUNCTIONS = sql<{ line: string }>`
  select pg_get_functiondef(p.oid) as line
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace
   order by p.proname collate "C"
`;

const TRIGGERS = sql<{ line: string }>`
  select pg_get_triggerdef(t.oid) as line
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
   order by c.relname collate "C", t.tgname collate "C"
`;

async function readLines(database: Database, statement: typeof INDEXES): Promise<string[]> {
  const { rows } = await statement.execute(database.kysely);
  return rows.map(({ line }) => line);
}
