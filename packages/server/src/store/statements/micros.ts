import { sql, type RawBuilder } from "kysely";

/** SQL: an instant as microseconds since 1970, as text: a JavaScript date has milliseconds, with which a page would skip rows. */
export const microsOf = (column: string): RawBuilder<string> =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;

/** SQL: the instant of these microseconds. */
export const instantOf = (micros: string): RawBuilder<unknown> =>
  sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
