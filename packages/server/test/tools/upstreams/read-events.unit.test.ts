import { expect, test } from "vitest";
import { readEvents, type StreamNotes } from "../../../src/tools/upstreams/read-events.ts";

async function* bytes(text: string, size: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

async function read(text: string, size: number): Promise<[unknown[], StreamNotes]> {
  const notes: StreamNotes = {};
  const events = [];
  for await (const event of readEvents(bytes(text, size), 1000, notes)) events.push(event);
  return [events, notes];
}

test.each([1, 2, 3, 1000])("events are the same however the bytes are cut (%i at a time)", async (size) => {
  const text = ': hello\n\nid: 1\r\nretry: 250\r\ndata: {"é":\r\ndata: 1}\r\n\r\nevent: other\rdata:x\r\rdata: cut off';
  expect(await read(text, size)).toEqual([
    [
      { event: "message", data: '{"é":\n1}', id: "1" },
      { event: "other", data: "x", id: "1" },
    ],
    { lastEventId: "1", retryMs: 250 },
  ]);
});

test("an event that is too long ends the reading", async () => {
  await expect(read(`data: ${"x".repeat(2000)}`, 100)).rejects.toThrow("too long");
  await expect(read("data: xxxxxxxxxxxxxxxxxxxx\n".repeat(200), 100)).rejects.toThrow("too long");
});
