import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeSchema } from "../../../../scripts/lib/describe-schema.ts";
import { describeEachDatabase } from "../support/database.ts";

describeEachDatabase("schema", (getDatabase) => {
  test("store/schema.sql is what the migrations amount to; `npm run schema` writes it", async () => {
    const written = await readFile(new URL("../../src/store/schema.sql", import.meta.url), "utf8");
    expect(await describeSchema(getDatabase())).toBe(written);
  });
});
