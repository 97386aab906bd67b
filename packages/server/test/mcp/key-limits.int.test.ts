import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyFailures, MAX_KEY_FAILURES } from "../../src/http/key-failures.ts";
import { need } from "../support/gate.ts";
import { openMcpServer, type McpServer } from "./support.ts";

let server: McpServer;
beforeAll(
  async () => (server = await openMcpServer({ keyFailures: createKeyFailures(() => 0), trustedProxies: ["127.0.0.1"] })),
);
afterAll(() => server.close());

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const INSIDE = "10.1.2.3";
const OUTSIDE = "198.51.100.20";

/** What each door answers to an agent's key that comes from an address. */
const DOORS: Record<string, (key: string, from: string) => Promise<Response>> = {
  mcp: (key, from) => server.post(PING, { authorization: `Bearer ${key}`, "x-forwarded-for": from }),
  "mcp of a group": (key, from) =>
    server.post(PING, { authorization: `Bearer ${key}`, "x-forwarded-for": from }, "/mcp/g/default"),
  "mcp stream": (key, from) =>
    fetch(`${server.url}/mcp`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${key}`, "x-forwarded-for": from },
    }),
  route: (key, from) =>
    fetch(`${server.url}/api/pending-actions/none`, { headers: { authorization: `Bearer ${key}`, "x-forwarded-for": from } }),
};
async function said(door: string, key: string, from: string): Promise<[number, string]> {
  const answer = await DOORS[door]!(key, from);
  if (answer.status !== 401) {
    await answer.body?.cancel();
    return [answer.status, ""];
  }
  return [401, ((await answer.json()) as { detail: string }).detail];
}
const ADMITTED = { mcp: 200, "mcp of a group": 200, "mcp stream": 400, route: 404 } as const;

const admin = () => server.gate.people.admin;
const agent = async (limits: { expiresAt?: string; allowedAddresses?: string[] }) =>
  need(await server.identity.createKey(admin(), { kind: "agent", name: crypto.randomUUID(), ...limits, confirm: true }));
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

test.each(Object.keys(ADMITTED))(
  "G62 %s: a key is refused elsewhere, when it has expired, and when it was replaced",
  async (door) => {
    const admitted = [ADMITTED[door as keyof typeof ADMITTED], ""];
    const { id, key } = await agent({ allowedAddresses: ["10.0.0.0/8"], expiresAt: inOneHour() });
    expect(await said(door, key, INSIDE)).toEqual(admitted);
    // A client writes what it likes left of the address that the proxy appended.
    for (const from of [OUTSIDE, `${INSIDE}, ${OUTSIDE}`, `::ffff:${OUTSIDE}`, "2001:db8::1"])
      expect(await said(door, key, from)).toEqual([401, expect.stringContaining("not accepted from your address")]);
    expect(await said(door, key, `::ffff:${INSIDE}`)).toEqual(admitted);

    const { key: next } = need(await server.identity.rotateKey(admin(), id, {}));
    expect([await said(door, key, INSIDE), await said(door, next, INSIDE)]).toEqual([admitted, admitted]);
    need(await server.identity.endFormerKey(admin(), id));
    expect(await said(door, key, INSIDE)).toEqual([401, expect.stringContaining("Use the new key")]);
    expect(await said(door, next, INSIDE)).toEqual(admitted);

    const { kysely } = server.gate.database;
    await kysely
      .updateTable("apiKey")
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute();
    // What this process remembers for a second goes with any change of a key.
    await server.identity.revokeToken("none");
    expect(await said(door, next, INSIDE)).toEqual([401, expect.stringContaining("has expired")]);
  },
);

test("G30 G62 requests from an address that a key does not allow count as failures of that address", async () => {
  const { key } = await agent({ allowedAddresses: ["10.0.0.0/8"] });
  const doors = Object.keys(ADMITTED);
  const statuses: number[] = [];
  for (let n = 0; n < MAX_KEY_FAILURES + 4; n += 1) {
    const answer = await DOORS[doors[n % doors.length]!]!(key, "203.0.113.50");
    statuses.push(answer.status);
    await answer.body?.cancel();
  }
  expect(statuses).toEqual([...Array<number>(MAX_KEY_FAILURES).fill(401), ...Array<number>(4).fill(429)]);
  expect(await said("mcp", key, INSIDE)).toEqual([200, ""]);
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } },
};
const CALL = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "pay", arguments: { amount: 1 } } };

test("G62 what a key holds open at the MCP endpoint ends with the key: a stream, and a call that waits for a person", async () => {
  const { id, key } = await agent({});
  const begun = await server.post(INITIALIZE, { authorization: `Bearer ${key}` });
  await begun.body?.cancel();
  const session = { authorization: `Bearer ${key}`, "mcp-session-id": begun.headers.get("mcp-session-id")! };
  const stream = await fetch(`${server.url}/mcp`, { headers: { accept: "text/event-stream", ...session } });
  expect(stream.status).toBe(200);
  const held = server.post(CALL, session).then((answer) => answer.text());
  let open = 2;
  const ended = (): number => (open -= 1);
  const both = [stream.text().then(ended, ended), held.then(ended, ended)];
  const [action] = await server.pending();

  const { key: next } = need(await server.identity.rotateKey(admin(), id, { overlapSeconds: 3600 }));
  await server.watchedKeys.recheck();
  expect(open).toBe(2);
  need(await server.identity.endFormerKey(admin(), id));
  await server.watchedKeys.recheck();
  await Promise.all(both);
  expect((await server.post(CALL, session)).status).toBe(401);
  // The agent is the same, and so is what it proposed and its session.
  expect(need(await server.gate.engine.actions.get(admin(), action!)).status).toBe("pending");
  expect((await server.post(PING, { ...session, authorization: `Bearer ${next}` })).status).toBe(200);
  await server.clear();
});
