import type { ColumnType, Kysely } from "kysely";
import type { Database } from "../store/database.ts";
import type { Schema } from "../store/schema.ts";

type Instant = ColumnType<Date, Date | undefined, Date>;

/** Columns of migrations 0002 and 0053 that our code uses; better-auth handles the rest. A `type`: Kysely needs an index signature. */
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
  personSession: {
    id: string;
    userId: string;
    userAgent: string | null;
    ipAddress: string | null;
    createdAt: Instant;
    expiresAt: Instant;
    /** OpenID provider that opened it, and when it ends for good; null for all others. */
    issuer: string | null;
    endsAt: Instant | null;
  };
};

export type People = Kysely<Schema & PeopleTables>;

/** For statements that do not use the people tables. */
export const withoutPeople = (people: People): Kysely<Schema> => people as unknown as Kysely<Schema>;

/** The same connection, typed with the people tables. */
export const openPeople = (kysely: Database["kysely"]): People => kysely.withTables<PeopleTables>();
