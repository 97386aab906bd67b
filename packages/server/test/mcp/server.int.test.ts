import { afterAll, beforeAll, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { call, openMcpServer, type McpServer } from "./support.ts";

let server: McpServer;
let key: string;
beforeAll(async () => {
  server = await openMcpServer({ holdSeconds: 0.2 });
  ({ key } = await server.makeKey(server.gate, "agent"));
});
afterAll(() => server.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("without a key, with a wrong one, or with one of a person or a worker nothing is answered", async () => {
  for (const headers of [{}, bearer("csa_nothing"), bearer(`csa_${"A".repeat(43)}`)]) {
    const answer = await server.post(list, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
  const { key: worker } = await server.makeKey(server.gate, "worker");
  for (const token of [server.userKey, worker]) expect((await server.post(list, bearer(token))).status).toBe(403);
});

test("a revoked key is refused with its next request", async () => {
  const { key: short, id } = await server.makeKey(server.gate, "agent");
  const client = await server.connect(short, "2025-11-25");
  await client.listTools();
  need(await server.identity.revokeKey(server.gate.people.admin, id));
  await expect(client.listTools()).rejects.toThrow();
  await expect(call(client, "pay", { amount: 1 })).rejects.toThrow();
  expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
});

test("another site's page, and a name that is not ours, are refused", async () => {
  const foreign = await server.post(list, { ...bearer(key), origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  const answers = await fetch(new URL("/mcp", server.url.replace("127.0.0.1", "localhost")), {
    method: "POST",
    headers: { "content-type": "application/json", ...bearer(key) },
    body: JSON.stringify(list),
  });
  expect(answers.status).toBe(403);
});

test("a method that is not of the protocol is refused; streams and sessions are for those that began one", async () => {
  const send = async (method: string, headers: Record<string, string> = {}) =>
    fetch(new URL("/mcp", server.url), { method, headers: { ...bearer(key), accept: "text/event-stream", ...headers } });
  const put = await send("PUT");
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  for (const method of ["GET", "DELETE"]) {
    expect([method, (await send(method)).status]).toEqual([method, 400]);
    expect([method, (await send(method, { "mcp-session-id": "made up" })).status]).toEqual([method, 404]);
  }
});

test("a version nobody knows is refused with those that are served, in a header as in a body", async () => {
  for (const version of ["1999-01-01", "2027-01-01"]) {
    const inHeader = await server.post(list, { ...bearer(key), "mcp-protocol-version": version });
    expect(inHeader.status).toBe(400);
    expect(await inHeader.json()).toMatchObject({
      error: { code: -32022, data: { requested: version, supported: expect.arrayContaining(["2026-07-28", "2025-11-25"]) } },
    });
  }
  const initialize = { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "old", version: "1" } };
  const answer = await server.post({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }, bearer(key));
  expect(await answer.json()).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
});

const calling = (args: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":${args}}}`;
const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([
  ["no JSON", "{", 400],
  ["nothing", "", 400],
  ["a name given twice", calling('{"amount":1,"amount":900}'), 422],
  ["a lone surrogate", calling('{"amount":1,"note":"\\ud800"}'), 422],
  ["a number that would be rounded", calling('{"amount":1,"note":12345678901234567890}'), 422],
  ["a text that is too deep", calling(`{"amount":1,"note":${deep(80)}}`), 422],
  ["more than 1 MiB", calling(`{"amount":1,"note":"${"x".repeat(1_100_000)}"}`), 413],
  ["several messages in one", `[${calling('{"amount":1}')},${calling('{"amount":2}')}]`, 400],
  ["a string", '"tools/call"', 400],
  ["null", "null", 400],
  ["another version", '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400],
])("G6 a body that is %s is refused and stores nothing", async (_, body, status) => {
  const answer = await server.post(body, bearer(key));
  expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
  expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
});

test("G6 hostile arguments and names are answered in the protocol and store nothing", async () => {
  const bodies = [
    calling("[]"),
    calling('"x"'),
    calling("null"),
    calling('{"amount":1,"__proto__":{"to":"me"}}'),
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay\\u0000"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":{}}}',
    '{"jsonrpc":"2.0","id":1,"method":"nothing/of/the/kind"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    '{"jsonrpc":"2.0","id":7,"result":{"approved":true}}',
  ];
  for (const body of bodies) {
    const answer = await server.post(body, bearer(key));
    expect([body, answer.status < 500]).toEqual([body, true]);
    expect([body, await answer.text()]).toEqual([body, expect.not.stringMatching(/"status":"queued"/)]);
  }
  expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
});

test("arguments are stored as they were sent, a key named __proto__ included", async () => {
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_value","arguments":{"value":{"__proto__":{"x":1},"e":"\\u0000é"}}}}';
  const answer = await server.post(body, bearer(key));
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(await answer.text()).toContain('"status":"queued"');
  const [item] = need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items;
  expect(JSON.stringify(item?.toolInput)).toBe('{"value":{"__proto__":{"x":1},"e":"\\u0000é"}}');
});
