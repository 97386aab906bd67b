import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyFailures, MAX_KEY_FAILURES } from "../../src/http/key-failures.ts";
import { openMcpServer } from "./support.ts";

type Server = Awaited<ReturnType<typeof openMcpServer>>;
let server: Server;
beforeAll(
  async () => (server = await openMcpServer({ keyFailures: createKeyFailures(() => 0), trustedProxies: ["127.0.0.1"] })),
);
afterAll(() => server.close());

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } },
};
const DOORS = {
  mcp: (headers: Record<string, string>) =>
    fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(INITIALIZE),
    }),
  route: (headers: Record<string, string>) => fetch(`${server.url}/api/tools`, { headers }),
  live: (headers: Record<string, string>) => fetch(`${server.url}/api/events`, { headers }),
};
const BAD = ["Bearer csa_unknown", `Bearer csa_${"A".repeat(43)}`, "Basic eDp5", "nonsense"];

async function countRows(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (select count(*) from audit_event) + (select count(*) from sign_in_rate)
    + (select count(*) from api_key) as n`.execute(server.gate.database.kysely);
  return Number(rows[0]!.n);
}

test("G30 requests with keys that do not hold are answered 429 beyond a limit, and a valid key from there passes", async () => {
  const { key } = await server.makeKey(server.gate, "agent");
  const { id, key: revoked } = await server.makeKey(server.gate, "agent");
  await server.identity.revokeKey(server.gate.people.admin, id);
  const before = await countRows();
  const from = { "x-forwarded-for": "198.51.100.7" };
  const said: number[] = [];
  const doors = Object.values(DOORS);
  for (let n = 0; n < MAX_KEY_FAILURES + 12; n += 1) {
    const authorization = n % 5 === 4 ? `Bearer ${revoked}` : BAD[n % 5]!;
    const answer = await doors[n % doors.length]!({ ...from, authorization });
    said.push(answer.status);
    if (answer.status === 429) expect(answer.headers.get("retry-after")).toBe("60");
    await answer.body?.cancel();
  }
  expect(said).toEqual([...Array<number>(MAX_KEY_FAILURES).fill(401), ...Array<number>(12).fill(429)]);
  for (const door of doors) {
    // Live events need a user's token.
    const valid = await door({ ...from, authorization: `Bearer ${door === DOORS.live ? server.userKey : key}` });
    expect([valid.status, (await door({ ...from, authorization: BAD[0]! })).status]).toEqual([200, 429]);
    await valid.body?.cancel();
    // Other addresses are unaffected, and requests without a key are not counted.
    expect((await door({ "x-forwarded-for": "198.51.100.8", authorization: BAD[0]! })).status).toBe(401);
    expect((await door(from)).status).toBe(401);
  }
  expect(await countRows()).toBe(before);
});
