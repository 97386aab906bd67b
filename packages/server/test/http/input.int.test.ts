import { describe, expect, test } from "vitest";
import { startFakeApp } from "./fake-parts.ts";

const PROPOSE = "/api/pending-actions";
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code];
const pathsOf = async (response: Response) =>
  ((await response.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path);

test.each([
  ["not JSON", "{", [400, "MALFORMED_JSON"]],
  ["text behind the value", "{} {}", [400, "MALFORMED_JSON"]],
  ["a byte order mark", "\ufeff{}", [400, "MALFORMED_JSON"]],
  ["a name given twice", '{"toolName":"a","toolName":"b","toolInput":{}}', [422, "INVALID_INPUT"]],
  ["a number that would be rounded", '{"toolName":"a","toolInput":{"n":9007199254740993}}', [422, "INVALID_INPUT"]],
  ["an array", "[]", [422, "INVALID_INPUT"]],
  ["nesting over 64", `{"toolName":"a","toolInput":{"a":${"[".repeat(64)}${"]".repeat(64)}}}`, [422, "INVALID_INPUT"]],
  ["more than 1 MiB", JSON.stringify({ toolName: "a", toolInput: { a: "x".repeat(1_048_576) } }), [413, "TOO_LARGE"]],
])("%s is refused and reaches nobody", async (_name, body, expected) => {
  const { send, calls } = await startFakeApp();
  expect(await codeOf(await send("POST", PROPOSE, "agent", body))).toEqual(expected);
  expect(calls).toEqual([]);
});

test("bytes that are not UTF-8 are malformed", async () => {
  const { app } = await startFakeApp();
  const headers = { authorization: "Bearer agent", "content-type": "application/json" };
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  expect(await codeOf(await app.request(PROPOSE, { method: "POST", headers, body }))).toEqual([400, "MALFORMED_JSON"]);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])(
  "a body of type %s is refused",
  async (type) => {
    const { send } = await startFakeApp();
    const response = await send("POST", PROPOSE, "agent", "{}", { "content-type": type });
    expect(await codeOf(response)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  },
);

test("a charset beside the type is accepted, and a body where all is optional may be missing", async () => {
  const { send } = await startFakeApp();
  expect(
    (await send("POST", `${PROPOSE}/a/reject`, "admin", "{}", { "content-type": "Application/JSON; charset=utf-8" })).status,
  ).toBe(200);
  expect((await send("POST", `${PROPOSE}/a/reject`, "admin")).status).toBe(200);
  expect(await pathsOf(await send("POST", `${PROPOSE}/a/refine`, "admin"))).toEqual(["/feedback"]);
});

test("faults are named by JSON Pointer, unknown keys among them", async () => {
  const { send } = await startFakeApp();
  const items = [
    { pendingActionId: "a", verdict: "perhaps" },
    { pendingActionId: 3, verdict: "approve", "x/y": 1 },
  ];
  const paths = await pathsOf(await send("POST", `${PROPOSE}/decisions`, "admin", { items, extra: true }));
  expect(paths.sort()).toEqual(["/extra", "/items/0/verdict", "/items/1/pendingActionId", "/items/1/x~1y"]);
});

test.each([
  ["nine", Array.from({ length: 9 }, (_, n) => `reason ${n}`), ["/rejectReasons"]],
  ["an empty one", ["No order", " \t\n"], ["/rejectReasons/1"]],
  ["one of 201 characters", ["x".repeat(201)], ["/rejectReasons/0"]],
  ["one listed twice, but for space", ["No order", "no order", " No order "], ["/rejectReasons/2"]],
  ["a line break within", ["No\norder"], ["/rejectReasons/0"]],
  ["a separator of lines", ["No\u2028order"], ["/rejectReasons/0"]],
  ["a character that no database stores", ["No\u0000order"], ["/rejectReasons/0"]],
  ["half a character", ["No \ud83d"], ["/rejectReasons/0"]],
  ["a number", ["No order", 3], ["/rejectReasons/1"]],
  ["a text", "No order", ["/rejectReasons"]],
  ["null", null, ["/rejectReasons"]],
])("reasons for rejections: %s is refused with its place, and nothing is changed", async (_what, rejectReasons, paths) => {
  const { send, calls } = await startFakeApp();
  const response = await send("PUT", "/api/tools/pay", "admin", { approverRole: "admin", rejectReasons });
  expect(response.status).toBe(422);
  expect(await pathsOf(response)).toEqual(paths);
  expect(calls).toEqual([]);
});

test("an unknown key named __proto__ is refused with its path", async () => {
  const { send } = await startFakeApp();
  expect(await pathsOf(await send("POST", `${PROPOSE}/a/approve`, "admin", '{"__proto__":{"comment":"x"}}'))).toEqual([
    "/__proto__",
  ]);
});

describe("the seed's snake_case", () => {
  test("is read at the top and in items, and nowhere inside input or edits", async () => {
    const { send, calls } = await startFakeApp();
    await send("POST", `${PROPOSE}/a/approve`, "admin", { user_edits: { due_date: "x", user_edits: 1 }, workspace_id: "ws1" });
    await send("POST", `${PROPOSE}/batch/m:t/approve`, "admin", {
      items: [{ pending_action_id: "a", user_edits: { a_b: 1 } }],
    });
    await send("POST", PROPOSE, "agent", { tool_name: "t", tool_input: { workspace_id: "x", tool_name: 1 }, mission_id: "m" });
    expect(calls.map(({ name, args }) => [name, ...args.slice(1)])).toMatchObject([
      ["decisions.approve", "a", { userEdits: { due_date: "x", user_edits: 1 }, channel: "api" }],
      ["decisions.decideMany", [{ pendingActionId: "a", verdict: "approve", userEdits: { a_b: 1 } }], "api", "m:t"],
      ["proposals.propose", { toolName: "t", toolInput: { workspace_id: "x", tool_name: 1 }, missionId: "m" }, {}],
    ]);
    expect(calls[0]?.args[2]).not.toHaveProperty("workspaceId");
  });

  test("beside our own name for the same thing is a fault", async () => {
    const { send } = await startFakeApp();
    const response = await send("POST", `${PROPOSE}/a/approve`, "admin", { userEdits: {}, user_edits: {} });
    expect(await pathsOf(response)).toEqual(["/user_edits"]);
  });

  test("names a workspace in the body, where the caller must be a member", async () => {
    const { send, calls } = await startFakeApp();
    const response = await send("POST", PROPOSE, "agent", { toolName: "t", toolInput: {}, workspace_id: "ws2" });
    expect(await codeOf(response)).toEqual([403, "FORBIDDEN"]);
    expect(calls).toEqual([]);
  });
});

test("what a tool is called with arrives as it was sent, __proto__ included", async () => {
  const { send, calls } = await startFakeApp();
  const input = '{"__proto__":{"a":1},"constructor":{"prototype":{}},"text":"\\u0000\\u202e"}';
  await send("POST", PROPOSE, "agent", `{"toolName":"t","toolInput":${input}}`);
  const [, request] = calls[0]?.args ?? [];
  expect(JSON.stringify((request as { toolInput: unknown }).toolInput)).toBe(input.replace("\\u202e", "\u202e"));
});

describe("an address", () => {
  test("may hold any id, encoded", async () => {
    const { send, calls } = await startFakeApp();
    await send("POST", `${PROPOSE}/batch/${encodeURIComponent("m/1:wrîte %")}/approve`, "admin", { items: [] });
    expect(calls[0]?.args[3]).toBe("m/1:wrîte %");
  });

  test("with U+0000 finds nothing, and a query with it is refused", async () => {
    const { send, calls } = await startFakeApp();
    expect((await send("GET", `${PROPOSE}/%00`, "admin")).status).toBe(404);
    expect(await pathsOf(await send("GET", `${PROPOSE}?q=%00`, "admin"))).toEqual(["/q"]);
    expect(calls).toEqual([]);
  });

  test("filters by several statuses and by the seed's names; faults have a path", async () => {
    const { send, calls } = await startFakeApp();
    await send("GET", `${PROPOSE}?status=pending,approved&status=failed&tool_name=t&risk=3&limit=10`, "admin");
    expect(calls[0]?.args[1]).toEqual({ status: ["pending", "approved", "failed"], toolName: "t", risk: 3, limit: 10 });
    expect(await pathsOf(await send("GET", `${PROPOSE}?status=done&limit=201&risk=`, "admin"))).toEqual([
      "/status/0",
      "/risk",
      "/limit",
    ]);
    expect(await pathsOf(await send("GET", `${PROPOSE}/a?wait=601`, "admin"))).toEqual(["/wait"]);
  });
});
