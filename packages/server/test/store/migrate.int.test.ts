import { openEmptyMemory } from "../support/embedded-database.ts";
import { describeMigrate } from "./migrate.contract.ts";

describeMigrate("pglite", async (use) => {
  const database = await openEmptyMemory();
  try {
    await use(database);
  } finally {
    await database.close();
  }
});
