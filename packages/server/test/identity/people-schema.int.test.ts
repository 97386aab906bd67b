import { getMigrations } from "better-auth/db/migration";
import { expect, test } from "vitest";
import { authOptions } from "../../src/identity/open-auth.ts";
import { createPasswords } from "../../src/identity/passwords.ts";
import { createSignInAttempts, DEFAULT_ATTEMPTS } from "../../src/identity/sign-in-attempts.ts";
import { createSignOn } from "../../src/identity/sign-on/create-sign-on.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { openTestDatabase } from "../support/database.ts";
import { BASE_URL } from "./support.ts";

test("migration 0002 has every table, column and index that better-auth asks for", async () => {
  const database = await openTestDatabase("any");
  try {
    const told: string[] = [];
    const people = openPeople(database.kysely);
    const log = (line: string): void => void told.push(line);
    const attempts = createSignInAttempts(people, DEFAULT_ATTEMPTS, Date.now);
    const options = authOptions({
      kysely: database.kysely,
      people,
      signOn: createSignOn({ people, baseUrl: BASE_URL, onChange: () => {}, log }),
      passwords: createPasswords({ people, mail: undefined, baseUrl: BASE_URL, log, attempts }),
      secret: "x".repeat(32),
      baseUrl: BASE_URL,
      attemptSeconds: 900,
      log,
    });
    const logger = { level: "warn", log: (_level: string, message: string) => told.push(message) } as const;
    const wanted = await getMigrations({ ...options, logger });
    expect({ tables: wanted.toBeCreated, columns: wanted.toBeAdded, indexes: wanted.toBeAddedIndexes }).toEqual({
      tables: [],
      columns: [],
      indexes: [],
    });
    expect(wanted.schemaProblems).toEqual([]);
    // The library's own migration also makes this column a bigint; its comparison just does not know the name `int8`.
    expect(told).toEqual([
      "Field last_request in table sign_in_rate has a different type in the database. Expected number but got int8.",
    ]);
  } finally {
    await database.close();
  }
});
