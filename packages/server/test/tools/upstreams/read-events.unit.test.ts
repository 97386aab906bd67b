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

test.each([1, 7, 100, 5000])(
  "data over the limit is let by, and the events around it are read (%i at a time)",
  async (size) => {
    const long = `{"jsonrpc":"2.0","result":{"text":"${"x".repeat(2000)}"},"id":7}`;
    const inLines = `{"result":\ndata:{"text":"${"y".repeat(700)}",\ndata: "more":"${"y".repeat(700)}"},"id":8}`;
    const text = `data: a\n\nid: 2\ndata: ${long}\nevent: odd\n\n: ${"c".repeat(3000)}\n\ndata:${inLines}\r\n\r\n: ping\n: ping\ndata: b\n\n`;
    const [events, notes] = await read(text, size);
    expect(events).toMatchObject([
      { data: "a" },
      { data: "", event: "odd", id: "2", skipped: { bytes: long.length, start: long, messages: [{ id: 7 }] } },
      { data: "", event: "message", skipped: { messages: [{ id: 8 }] } },
      { data: "b" },
    ]);
    expect(notes).toEqual({ lastEventId: "2" });
  },
);

test("comments between events do not add up to an event that is too long", async () => {
  const [events] = await read(`${": still here\n".repeat(500)}data: a\n\n`, 50);
  expect(events).toMatchObject([{ data: "a" }]);
});

test("a stream that breaks within an event is resumed before that event", async () => {
  const [events, notes] = await read("id: 1\ndata: a\n\nid: 2\ndata: b", 1000);
  expect(events).toEqual([{ event: "message", data: "a", id: "1" }]);
  expect(notes).toEqual({ lastEventId: "1" });
});

test("an event without data moves the place from which a stream is resumed", async () => {
  expect(await read("id: 1\n\n", 1000)).toEqual([[], { lastEventId: "1" }]);
});
