import { expect, test } from "vitest";
import { newId } from "../../src/engine/new-id.ts";

test("ids are UUIDs of version 7 in the order they were made, however many in a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([]);
  expect(ids).toEqual([...new Set(ids)].sort());
});
