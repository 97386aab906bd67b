import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { withEmptyDatabase } from "../support/server-database.ts";
import { describeMigrate, MIGRATIONS } from "./migrate.contract.ts";

describeMigrate("pg", (use) =>
  withEmptyDatabase(async (url) => {
    const database = await openDatabase({ url });
    try {
      await use(database);
    } finally {
      await database.close();
    }
  }),
);

test("eight servers that start at once on an empty database all come up, and each migration ran once", () =>
  withEmptyDatabase(async (url) => {
    const servers = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ url, maxConnections: 2 })));
    try {
      await Promise.all(servers.map((server) => migrate(server)));
      const [server] = servers;
      const { rows } = await sql<{ count: number; versions: number }>`
        select count(*) as count, count(distinct version) as versions from schema_migration
      `.execute(server!.kysely);
      expect(rows[0]?.count).toBe(rows[0]?.versions);
      expect(rows[0]?.count).toBe((await readdir(MIGRATIONS)).length);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  }));
