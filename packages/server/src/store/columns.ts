import type { ColumnType } from "kysely";

/** A `timestamptz` column with a default. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
/** A `timestamptz` column that may be null. */
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
