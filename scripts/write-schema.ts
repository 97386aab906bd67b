import { writeFile } from "node:fs/promises";
import { migrate } from "../packages/server/src/store/migrate.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { describeSchema } from "./lib/describe-schema.ts";

// npm run schema: writes the schema that results from the migrations, for readers and reviews; a test compares it.

const database = await openDatabase({ memory: true });
await migrate(database);
await writeFile(new URL("../packages/server/src/store/schema.sql", import.meta.url), await describeSchema(database));
await database.close();
