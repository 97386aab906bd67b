import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { withEmptyDatabase } from "../support/database.ts";
import { describeMigrate } from "./migrate.contract.ts";

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
      const { rows } = await sql<{ version: number }>`select version from schema_migration order by version`.execute(
        server!.kysely,
      );
      const files = await readdir(new URL("../../src/store/migrations/", import.meta.url));
      expect(rows.map(({ version }) => version)).toEqual(files.sort().map((file) => Number.parseInt(file, 10)));
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  }));
