import { expect, test } from "vitest";
import { packPayloads } from "../../src/store/pg/pack-payloads.ts";

test("every payload fits a notification and no id is lost", () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `${index}-"ä👩‍💻`);
  const payloads = packPayloads(ids);
  expect(payloads.flatMap((payload) => JSON.parse(payload) as string[])).toStrictEqual(ids);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.length).toBeLessThan(15);
});

test("nothing to say, nothing to send", () => {
  expect(packPayloads([])).toStrictEqual([]);
});
