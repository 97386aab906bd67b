import type { ColumnType, Kysely } from "kysely";
import type { Database } from "../store/database.ts";
import type { Schema } from "../store/schema.ts";

type Instant = ColumnType<Date, Date | undefined, Date>;

/** The columns of migration 0002 that we read or write ourselves; better-auth does the rest. A `type`, as Kysely asks for an index. */
export type PeopleTables = {
  person: { id: string; name: string; email: string; createdAt: Instant; updatedAt: Instant };
  personAccount: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    updatedAt: Instant;
  };
};

export type People = Kysely<Schema & PeopleTables>;

/** For statements that know nothing of people. */
export const withoutPeople = (people: People): Kysely<Schema> => people as unknown as Kysely<Schema>;

/** The same connection, with the tables of people known to the compiler. */
export const openPeople = (kysely: Database["kysely"]): People => kysely.withTables<PeopleTables>();
