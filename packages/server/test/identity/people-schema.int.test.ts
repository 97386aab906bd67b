import { getMigrations } from "better-auth/db/migration";
import { expect, test } from "vitest";
import { authOptions } from "../../src/identity/open-auth.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { openTestDatabase } from "../support/database.ts";
import { BASE_URL } from "./support.ts";

test("migration 0002 has every table, column and index that better-auth asks for", async () => {
  const database = await openTestDatabase("any");
  try {
    const told: string[] = [];
    const people = openPeople(database.kysely);
    const options = authOptions({
      kysely: database.kysely,
      people,
      secret: "x".repeat(32),
      baseUrl: BASE_URL,
      log: (line) => told.push(line),
    });
    const logger = { level: "warn", log: (_level: string, message: string) => told.push(message) } as const;
    const wanted = await getMigrations({ ...options, logger });
    expect({ tables: wanted.toBeCreated, columns: wanted.toBeAdded, indexes: wanted.toBeAddedIndexes }).toEqual({
      tables: [],
      columns: [],
      indexes: [],
    });
    expect(wanted.schemaProblems).toEqual([]);
    expect(told).toEqual([]);
  } finally {
    await database.close();
  }
});
