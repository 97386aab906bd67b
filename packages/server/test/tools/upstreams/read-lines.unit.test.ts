import { expect, test } from "vitest";
import { readLines } from "../../../src/tools/upstreams/read-lines.ts";
import { MessageScan } from "../../../src/tools/upstreams/scan-messages.ts";
import { fc } from "../../../../../test/support/property.ts";

/** Splits bytes into chunks of these sizes, repeated cyclically. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const shuffled = (value: Record<string, unknown>) =>
  fc
    .shuffledSubarray(Object.keys(value), { minLength: Object.keys(value).length })
    .map((keys) => Object.fromEntries(keys.map((key) => [key, value[key]])));
const id = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }));
/** JSON with names at any depth that have a meaning at the top level only. */
const payload = fc
  .jsonValue({ maxDepth: 3 })
  .chain((inner) => shuffled({ id: inner, method: inner, isError: inner, error: inner }));
const message = fc.oneof(
  fc.tuple(id, payload, fc.boolean()).chain(([own, value, isError]) =>
    shuffled({
      jsonrpc: "2.0",
      id: own,
      result: { content: [value, 'a "quoted" \\ text: {}[],'], ...(isError && { isError }) },
    }).map((one) => ({ one, seen: { id: own, hasMethod: false, isError } })),
  ),
  fc.tuple(id, payload).chain(([own, data]) =>
    shuffled({ jsonrpc: "2.0", id: own, error: { code: -1, message: "no", data } }).map((one) => ({
      one,
      seen: { id: own, hasMethod: false, isError: true },
    })),
  ),
  fc.tuple(id, payload).chain(([own, params]) =>
    shuffled({ jsonrpc: "2.0", id: own, method: "sampling/createMessage", params }).map((one) => ({
      one,
      seen: { id: own, hasMethod: true, isError: false },
    })),
  ),
  payload.chain((params) =>
    shuffled({ jsonrpc: "2.0", method: "notifications/message", params }).map((one) => ({
      one,
      seen: { id: undefined, hasMethod: true, isError: false },
    })),
  ),
);
const text = (value: unknown) =>
  fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, "\t ").replaceAll("\n", " "));

test("which requests a message answers is seen wherever its id stands, however the bytes are cut", () => {
  const batch = fc.array(message, { minLength: 1, maxLength: 4 });
  const written = fc.oneof(
    message.chain(({ one, seen }) => text(one).map((json) => ({ json, seen: [seen] }))),
    batch.chain((all) => text(all.map(({ one }) => one)).map((json) => ({ json, seen: all.map(({ seen }) => seen) }))),
  );
  fc.assert(
    fc.property(written, sizes, ({ json, seen }, cuts) => {
      const scan = new MessageScan();
      for (const chunk of cut(Buffer.from(json), cuts)) scan.take(chunk);
      expect(scan.messages).toEqual(seen);
    }),
  );
});

test("any text is scanned without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\ax0 é') }), sizes, (json, cuts) => {
      const scan = new MessageScan();
      for (const chunk of cut(Buffer.from(json), cuts)) scan.take(chunk);
    }),
  );
});

test("lines over the limit are skipped with their size, their start and what they answer; all others are read, however cut", () => {
  const LIMIT = 60;
  const line = fc.oneof(
    message.chain(({ one }) => text(one)),
    fc.string({ maxLength: 100 }).map((words) => words.replaceAll(/[\r\n]/g, " ")),
    fc.constant(""),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), sizes, (lines, cuts) => {
      const told: unknown[] = [];
      const take = readLines(
        LIMIT,
        (each) => told.push(each),
        ({ bytes, start, messages }) => told.push({ bytes, start, ids: messages.map((one) => one.id) }),
      );
      for (const chunk of cut(Buffer.from(lines.map((each) => `${each}\n`).join("")), cuts)) take(chunk);
      const expected = lines.flatMap((each): unknown[] => {
        const bytes = Buffer.byteLength(each);
        if (bytes === 0) return [];
        if (bytes <= LIMIT) return [each];
        const scan = new MessageScan();
        scan.take(Buffer.from(each));
        return [{ bytes, start: each, ids: scan.messages.map((one) => one.id) }];
      });
      expect(told).toEqual(expected);
    }),
  );
});

test("a line of 256 MiB is let by in constant memory", () => {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  let seen: unknown;
  const take = readLines(
    1024,
    () => undefined,
    ({ bytes, start, messages }) => (seen = { bytes, start: start.length, messages }),
  );
  take(Buffer.from('{"id":7,"result":{"text":"'));
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  let most = 0;
  for (let n = 0; n < 256; n += 1) {
    take(chunk);
    most = Math.max(most, process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before);
  }
  take(Buffer.from('"},"jsonrpc":"2.0"}\n{"next":1}\n'));
  expect(seen).toMatchObject({ messages: [{ id: 7 }], start: 80 * 1024 });
  // Other tests in this process may leave uncollected garbage, so the bound is generous.
  expect(most).toBeLessThan(128 * 1024 * 1024);
});
