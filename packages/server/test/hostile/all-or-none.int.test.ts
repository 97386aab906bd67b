import { afterAll, beforeAll, expect, test } from "vitest";
import { openHostileGate, pathsOf, type HostileGate } from "./support/hostile-gate.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const proposeMany = (items: object[]) => gate.post("agent", "/api/pending-actions/batch", { items });
const note = (toolInput: object, more: object = {}) => ({ toolName: "note", toolInput, ...more });

test("a batch whose items share a key for different calls stores nothing", async () => {
  const before = await gate.stored();
  const answer = await proposeMany([note({ n: 1 }, { idempotencyKey: "same" }), note({ n: 2 }, { idempotencyKey: "same" })]);
  expect(answer.status).toBe(422);
  expect(pathsOf(answer)).toEqual(["/items/1/idempotencyKey"]);
  expect(await gate.stored()).toBe(before);
});

test("a batch whose items share a key for the same call stores it once", async () => {
  const answer = await proposeMany([note({ n: 1 }, { idempotencyKey: "once" }), note({ n: 1 }, { idempotencyKey: "once" })]);
  expect(answer.status).toBe(202);
  const { items } = answer.json as { items: { pendingActionId: string }[] };
  expect(new Set(items.map(({ pendingActionId }) => pendingActionId)).size).toBe(1);
});

test("a batch with one bad item stores nothing and names it", async () => {
  const before = await gate.stored();
  for (const bad of [
    { toolName: "no_such_tool", toolInput: {} },
    note([]),
    note({}, { supersedes: "x" }),
    note({}, { missionId: "" }),
  ]) {
    const answer = await proposeMany([note({}), bad, note({})]);
    expect(answer.status).toBe(422);
    expect(pathsOf(answer).every((path) => path.startsWith("/items/1/"))).toBe(true);
  }
  expect(await gate.stored()).toBe(before);
});

test("tools of which one may not be registered are all refused", async () => {
  const before = await gate.stored();
  const fresh = { name: "fresh", description: "d", inputSchema: { type: "object" } };
  const answer = await gate.post("worker", "/api/worker/tools", { tools: [fresh, { ...fresh, name: "write_file" }] });
  expect(pathsOf(answer)).toEqual(["/tools/1/name"]);
  expect((await gate.get("admin", "/api/tools/fresh")).status).toBe(404);
  expect(await gate.stored()).toBe(before);
});

test.each<[string, object]>([
  ["$async", { type: "object", $async: true, required: ["a"] }],
  ["$async below", { type: "object", properties: { a: { $async: true, type: "string" } } }],
  ["a reference to another site", { type: "object", properties: { a: { $ref: "http://127.0.0.1:1/schema" } } }],
  ["a reference to nothing", { type: "object", properties: { a: { $ref: "#/$defs/none" } } }],
  ["a pattern that is none", { type: "object", properties: { a: { pattern: "(" } } }],
  ["a keyword of a wrong type", { type: "object", required: "a" }],
  ["a reference to itself", { type: "object", $ref: "#" }],
  ["another draft", { $schema: "http://json-schema.org/draft-04/schema#", type: "object" }],
])("a tool's schema with %s is refused with its path", async (_name, inputSchema) => {
  const before = await gate.stored();
  const answer = await gate.post("worker", "/api/worker/tools", { tools: [{ name: "odd", description: "d", inputSchema }] });
  expect([answer.status, pathsOf(answer)]).toEqual([422, ["/tools/0/inputSchema"]]);
  expect(await gate.stored()).toBe(before);
});
