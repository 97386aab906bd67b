import { sql, type RawBuilder } from "kysely";

export type SqlType =
  | ("text" | "text[]" | "jsonb" | "boolean")
  | ("smallint" | "int" | "bigint" | "double precision")
  | "timestamptz";

/** Rows that a statement takes as one JSON parameter. Each field is named once, with its type. */
export interface Recordset<Field extends string> {
  /** The rows as a table, under the alias of the recordset. */
  from(json: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The parameter. Every row gives every field, null where it has nothing to say. */
  toJson(rows: readonly Readonly<Record<Field, unknown>>[]): string;
}

/** Statements read fields as `alias."field"`; the names stay as they are, which Kysely's plugin does not know. */
export function recordset<Field extends string>(alias: string, fields: Readonly<Record<Field, SqlType>>): Recordset<Field> {
  const names = Object.keys(fields) as Field[];
  const definition = names.map((name) => `"${name}" ${fields[name]}`).join(", ");
  return {
    from: (json) => sql`json_to_recordset(${json}::json) as ${sql.raw(`${alias}(${definition})`)}`,
    toJson: (rows) => JSON.stringify(rows),
  };
}
