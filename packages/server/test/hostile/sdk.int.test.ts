import { type Countersign, CountersignProblem, InvalidToolInput } from "@countersign/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openHostileGate, type HostileGate } from "./support/hostile-gate.ts";
import { LONG, NAUGHTY } from "./support/naughty-strings.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no error",
    (error: unknown) => error,
  );
const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

/** A client that counts its requests. */
function countedSdk() {
  let sent = 0;
  const client = gate.sdk({ fetch: (...args) => ((sent += 1), fetch(...args)) });
  return { client, sent: () => sent };
}

test.each<[string, unknown, string]>([
  ["undefined", { a: { b: undefined } }, "/a/b"],
  ["a function", { a: [() => 1] }, "/a/0"],
  ["a bigint", { n: 1n }, "/n"],
  ["NaN", { n: Number.NaN }, "/n"],
  ["Infinity", { n: Infinity }, "/n"],
  ["minus zero", { n: -0 }, "/n"],
  ["a date", { at: new Date(0) }, "/at"],
  ["a map", { m: new Map() }, "/m"],
  ["a lone surrogate", { "a/b": "\ud800" }, "/a~1b"],
  ["a lone surrogate in a key", { "\udc00": 1 }, "/\udc00"],
  ["a cycle", cycle, "/self".repeat(64)],
  ["65 levels", { a: nest(64) }, `/a${"/0".repeat(63)}`],
  ["an array", [], ""],
  ["text", "x", ""],
])("an input with %s is refused by its path and nothing is sent", async (_name, input, path) => {
  const { client, sent } = countedSdk();
  const call = client.gated({ name: "note", description: "d", inputSchema: { type: "object" }, execute: () => null });
  const error = await caught(call(input as never));
  expect(error).toBeInstanceOf(InvalidToolInput);
  expect((error as InvalidToolInput).issues.map((issue) => issue.path)).toEqual([path]);
  expect(sent()).toBe(0);
});

test("an input that the tool's own schema refuses is not sent either", async () => {
  const { client, sent } = countedSdk();
  const input = z.strictObject({ items: z.array(z.object({ n: z.number().max(3) })) });
  const call = client.gated({ name: "note", description: "d", input, execute: () => null });
  const error = await caught(call({ items: [{ n: 1 }, { n: 9 }] }));
  expect((error as InvalidToolInput).issues.map(({ path }) => path)).toEqual(["/items/1/n"]);
  expect(sent()).toBe(0);
});

test.each<[string, (client: Countersign) => Promise<unknown>, string, string]>([
  [
    "a caption that is too long",
    (client) => client.propose({ toolName: "note", toolInput: {}, caption: "x".repeat(501) }),
    "INVALID_INPUT",
    "/caption",
  ],
  [
    "a NUL in a label",
    (client) => client.propose({ toolName: "note", toolInput: {}, missionId: "a\u0000" }),
    "INVALID_INPUT",
    "/missionId",
  ],
  [
    "a lone surrogate in a request",
    (client) => client.propose({ toolName: "note", toolInput: { a: "\ud800" } }),
    "INVALID_INPUT",
    "/toolInput/a",
  ],
  [
    "a key nobody knows",
    (client) => client.propose({ toolName: "note", toolInput: {}, extra: 1 } as never),
    "INVALID_INPUT",
    "/extra",
  ],
  [
    "an input over 1 MiB",
    (client) => client.propose({ toolName: "note", toolInput: { a: "x".repeat(1_048_577) } }),
    "TOO_LARGE",
    "",
  ],
  ["a tool that is not there", (client) => client.propose({ toolName: "__proto__", toolInput: {} }), "NOT_FOUND", ""],
  [
    "a bad item of many",
    (client) =>
      client.proposeMany({
        items: [
          { toolName: "note", toolInput: {} },
          { toolName: "x", toolInput: {} },
        ],
      }),
    "INVALID_INPUT",
    "/items/1/toolName",
  ],
  ["a limit that is too large", (client) => client.list({ limit: 500 }), "INVALID_INPUT", "/limit"],
  ["a cursor of nobody", (client) => client.list({ cursor: "x" }), "INVALID_INPUT", "/cursor"],
])(
  "the server's refusal of %s arrives as an error with code and path, and nothing is stored",
  async (_name, call, code, path) => {
    const before = await gate.stored();
    const error = await caught(call(gate.sdk()));
    expect(error).toBeInstanceOf(CountersignProblem);
    expect(error).toMatchObject({ code });
    if (path !== "") expect((error as CountersignProblem).errors?.map((each) => each.path)).toContain(path);
    expect(await gate.stored()).toBe(before);
  },
);

test("strange ids are not found, and reach no other address", async () => {
  const before = await gate.stored();
  for (const id of [
    ...NAUGHTY.filter((text) => text !== "" && !/^\.\.?$/.test(text)).slice(0, LONG ? 200 : 40),
    "../keys",
    "a/approve",
    "a?wait=1",
    "a#b",
  ]) {
    expect([id, await caught(gate.sdk().get(id))]).toEqual([id, expect.objectContaining({ code: "NOT_FOUND" })]);
    expect([id, await caught(gate.sdk().cancel(id))]).toEqual([id, expect.objectContaining({ code: "NOT_FOUND" })]);
  }
  expect(await gate.stored()).toBe(before);
});

test("keys of prototypes survive the client both ways", async () => {
  const input = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}') as Record<string, never>;
  const call = gate.sdk().gated({ name: "note", description: "d", inputSchema: { type: "object" }, execute: () => null });
  const { pendingActionId } = await call(input);
  const record = await gate.sdk().get(pendingActionId!);
  expect(JSON.stringify(record.toolInput)).toBe(JSON.stringify(input));
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
