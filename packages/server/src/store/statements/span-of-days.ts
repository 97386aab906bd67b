import { sql } from "kysely";

/** Start of a span of whole UTC days that ends today. */
export const since = (days: number) =>
  sql`(((now() at time zone 'UTC')::date - ${days - 1}::int)::timestamp at time zone 'UTC')`;
