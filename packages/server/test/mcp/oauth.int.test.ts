import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { need } from "../support/gate.ts";
import { call, openMcpServer, type McpServer } from "./support.ts";

const BASE = "http://127.0.0.1:7420";
const REDIRECT = "http://127.0.0.1:5001/callback";
const METADATA = `${BASE}/.well-known/oauth-protected-resource`;
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

let server: McpServer;
beforeAll(async () => (server = await openMcpServer({ oauth: true, holdSeconds: 0 })));
afterAll(() => server.close());

/** An access token of a client that this person allowed. */
async function connect(by: Principal, name: string, endpoint = "/mcp"): Promise<string> {
  const oauth = server.identity.oauth!;
  const { client_id: clientId } = need(await oauth.register({ redirect_uris: [REDIRECT] }));
  const verifier = randomBytes(32).toString("base64url");
  const request = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: BASE + endpoint,
  };
  const { redirectTo } = need(await oauth.answer(by, { request, allow: true, name, confirm: true }));
  const answer = await oauth.token(
    new Map([
      ["grant_type", "authorization_code"],
      ["client_id", clientId],
      ["code", new URL(redirectTo).searchParams.get("code")!],
      ["code_verifier", verifier],
      ["redirect_uri", REDIRECT],
    ]),
  );
  if (!answer.ok) throw new Error(answer.error.error);
  return answer.tokens.access_token;
}

test("G60 an endpoint says where to sign in, and that a token is not valid", async () => {
  for (const path of ["/mcp", "/mcp/g/default", "/mcp/s/files"]) {
    const without = await server.post(PING, {}, path);
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${METADATA}${path}", scope="agent"`,
    ]);
    const bad = await server.post(PING, { authorization: `Bearer cso_${"x".repeat(43)}` }, path);
    expect([bad.status, bad.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${METADATA}${path}", scope="agent", error="invalid_token"`,
    ]);
  }
});

test("G60 a token is valid at the endpoint that it was issued for, and one for all endpoints at each of them", async () => {
  const { admin } = server.gate.people;
  const [whole, narrow] = [await connect(admin, "Whole"), await connect(admin, "Narrow", "/mcp/g/default")];
  const statusOf = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}`, "mcp-protocol-version": "2025-11-25" };
    return (await server.post(PING, headers, path)).status;
  };
  expect(await statusOf(narrow, "/mcp")).toBe(401);
  expect(await statusOf(narrow, "/mcp/g/other")).toBe(401);
  expect(await statusOf(narrow, "/mcp/s/files")).toBe(401);
  for (const [token, path] of [
    [narrow, "/mcp/g/default"],
    [whole, "/mcp"],
    [whole, "/mcp/g/default"],
  ] as const)
    expect([path, await statusOf(token, path)]).not.toEqual([path, 401]);
});

test("G60 the person who connected an agent does not approve its calls, and another does", async () => {
  const { admin, approver } = server.gate.people;
  const client = await server.connect(await connect(admin, "Own"), "2026-07-28");
  await call(client, "pay", { amount: 7 });
  const [id] = await server.pending();
  const { decisions, actions } = server.gate.engine;
  const { digest } = need(await actions.get(admin, id!));
  const refused = await decisions.approve(admin, id!, { channel: "inbox", digest });
  expect(refused).toMatchObject({ ok: false, refusal: { code: "FORBIDDEN" } });
  const others = server.gate.bareEngine.agents;
  const agent = need(await others.list(admin)).find(({ name }) => name === "Own")!;
  const changed = await others.change(admin, agent.id, { actsFor: null, confirm: true });
  expect(changed).toMatchObject({ ok: false, refusal: { errors: [{ path: "/actsFor" }] } });
  need(await decisions.approve(approver, id!, { channel: "inbox", digest }));
});
