import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MATRIX_PAGES } from "../scripts/matrices/pages.ts";

test.each(Object.entries(MATRIX_PAGES))("%s says what the tables say", (path, page) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"), "npm run matrices writes it").toBe(page());
});
