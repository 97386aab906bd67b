import { openDatabase } from "../../src/store/open-database.ts";
import { describeMigrate } from "./migrate.contract.ts";

describeMigrate("pglite", async (use) => {
  const database = await openDatabase({ memory: true });
  try {
    await use(database);
  } finally {
    await database.close();
  }
});
