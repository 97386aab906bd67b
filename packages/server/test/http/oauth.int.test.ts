import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRealApp } from "./real-app.ts";

const BASE = "http://localhost:7420";
let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

const json = async <T = Record<string, unknown>>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;
const get = (path: string, headers: Record<string, string> = {}) => real.app.request(path, { headers });
const form = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  real.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  });
const register = (body: unknown) =>
  real.app.request("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("G60 metadata names one issuer everywhere, and clients of other sites may read it", async () => {
  const server = await get("/.well-known/oauth-authorization-server", { origin: "https://client.example" });
  expect(server.headers.get("access-control-allow-origin")).toBe("*");
  expect(await json(server)).toMatchObject({
    issuer: BASE,
    authorization_endpoint: `${BASE}/oauth/authorize`,
    token_endpoint: `${BASE}/oauth/token`,
    registration_endpoint: `${BASE}/oauth/register`,
    revocation_endpoint: `${BASE}/oauth/revoke`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
  for (const path of ["/mcp", "/mcp/g/mail", "/mcp/s/files"]) {
    const found = await json(get(`/.well-known/oauth-protected-resource${path}`));
    expect(found).toMatchObject({ resource: BASE + path, authorization_servers: [BASE], scopes_supported: ["agent"] });
  }
  expect(await json(get("/.well-known/oauth-protected-resource"))).toMatchObject({ resource: `${BASE}/mcp` });
  for (const path of ["/api", "/mcp/x", "/mcpx", "/"])
    expect([path, (await get(`/.well-known/oauth-protected-resource${path}`)).status]).toEqual([path, 404]);
  expect((await get("/.well-known/oauth-authorization-server", { host: "evil.example" })).status).toBe(403);
});

test("G60 the authorization address only leads to the page that asks, as a stranger must not make the server fetch anything", async () => {
  const query = "?client_id=https%3A%2F%2Fclient.example%2Fclient.json&state=12345678901234567890";
  const answer = await get(`/oauth/authorize${query}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/connect${query}`]);
  expect((await real.send("POST", "/api/oauth/review", undefined, { request: {} })).status).toBe(401);
  for (const key of [real.ourKeys.admin, real.ourKeys.agent])
    expect((await real.send("POST", "/api/oauth/review", key, { request: {} })).status).toBe(403);
});

test("G60 what is no valid request to a token endpoint is answered as the standard says", async () => {
  const wrongType = await real.app.request("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([wrongType.status, (await json(wrongType))["error"]]).toEqual([400, "invalid_request"]);
  const errorOf = async (fields: Record<string, string> | string) => {
    const answer = await form("/oauth/token", fields, { origin: "https://client.example" });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
    return (await json(answer))["error"];
  };
  expect(await errorOf("grant_type=authorization_code&client_id=a&client_id=b")).toBe("invalid_request");
  expect(await errorOf({ grant_type: "authorization_code" })).toBe("invalid_request");
  expect(await errorOf({ client_id: "c" })).toBe("unsupported_grant_type");
  expect(await errorOf({ client_id: "c", grant_type: "password", username: "u", password: "p" })).toBe(
    "unsupported_grant_type",
  );
  expect(await errorOf({ client_id: "c", grant_type: "client_credentials" })).toBe("unsupported_grant_type");
  expect(await errorOf({ client_id: "c", grant_type: "authorization_code", code: "\u0000" })).toBe("invalid_grant");
  expect(await errorOf({ client_id: "c", grant_type: "refresh_token", refresh_token: "x" })).toBe("invalid_grant");
  expect(await errorOf({ client_id: "c", grant_type: "refresh_token", resource: `${BASE}/api` })).toBe("invalid_target");
  expect((await form("/oauth/revoke", { token: "unknown" })).status).toBe(200);
  const preflight = await real.app.request("/oauth/token", {
    method: "OPTIONS",
    headers: { origin: "https://client.example" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  const large = await form("/oauth/token", { client_id: "c".repeat(70_000) });
  expect(large.status).toBe(400);
});

/**
 * How hosted and desktop clients are documented to identify themselves, and what they send. Each document has what its publisher's
 * has in these respects; the addresses of redirects are the documented ones.
 */
const CLIENTS = {
  "claude.ai": {
    document: "https://claude.ai/oauth/mcp-oauth-client-metadata",
    metadata: { token_endpoint_auth_method: "none", redirect_uris: ["https://claude.ai/api/mcp/auth_callback"] },
    redirect: "https://claude.ai/api/mcp/auth_callback",
  },
  "Claude Code": {
    document: "https://claude.ai/oauth/claude-code-client-metadata",
    metadata: {
      token_endpoint_auth_method: "none",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    },
    redirect: "http://localhost:54545/callback",
  },
  ChatGPT: {
    document: "https://chatgpt.com/oauth/abc/client.json",
    metadata: {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["private_key_jwt", "none"],
      redirect_uris: ["https://chatgpt.com/connector/oauth/abc"],
    },
    redirect: "https://chatgpt.com/connector/oauth/abc",
  },
  "VS Code": {
    document: "https://vscode.dev/oauth/client-metadata.json",
    metadata: {
      token_endpoint_auth_method: "none",
      redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
    },
    redirect: "http://127.0.0.1:50123/",
  },
  Cursor: {
    metadata: {
      token_endpoint_auth_method: "none",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "http://localhost:8787/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
      ],
    },
    redirect: "http://localhost:8787/callback",
  },
  Inspector: {
    metadata: { token_endpoint_auth_method: "none", redirect_uris: ["http://localhost:6274/oauth/callback"] },
    redirect: "http://localhost:6274/oauth/callback",
  },
  "mcp-remote": {
    metadata: { token_endpoint_auth_method: "none", redirect_uris: ["http://localhost:3334/oauth/callback"] },
    redirect: "http://localhost:3334/oauth/callback",
  },
} satisfies Record<
  string,
  { document?: string; metadata: { redirect_uris: string[] } & Record<string, unknown>; redirect: string }
>;

test.each(Object.entries(CLIENTS))("%s signs in from its first step to its revocation", async (name, client) => {
  const resource = await json<{ resource: string; authorization_servers: string[] }>(
    get("/.well-known/oauth-protected-resource/mcp"),
  );
  const document = "document" in client ? client.document : undefined;
  const metadata = { client_name: name, grant_types: ["authorization_code", "refresh_token"], ...client.metadata };
  if (document !== undefined) real.documents.set(document, JSON.stringify({ client_id: document, ...metadata }));
  const clientId =
    document ?? (await json<{ client_id: string }>(register({ ...metadata, response_types: ["code"] }))).client_id;
  const verifier = randomBytes(32).toString("base64url");
  const request = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: client.redirect,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "opaque",
    scope: "agent",
    resource: resource.resource,
  };
  const admin = real.ours.people.admin.id;
  const review = await real.sendSignedIn(admin, "POST", "/api/oauth/review", { request });
  expect(await json(review)).toMatchObject({
    client: { name, publishedBy: document === undefined ? null : new URL(document).host },
    redirectHost: new URL(client.redirect).host,
  });
  const body = { request, allow: true, name: `${name} of Ann` };
  const { redirectTo } = await json<{ redirectTo: string }>(real.sendSignedIn(admin, "POST", "/api/oauth/answer", body));
  expect(redirectTo.startsWith(`${client.redirect}?code=`)).toBe(true);
  const code = new URL(redirectTo).searchParams.get("code")!;
  const base = { client_id: clientId, resource: resource.resource };
  const given = await form("/oauth/token", {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: client.redirect,
    ...base,
  });
  expect([given.status, given.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const first = await json<Record<string, string>>(given);
  expect(await real.identity.recognise(`Bearer ${first["access_token"]}`)).toMatchObject({ kind: "principal" });
  const renewed = await json<Record<string, string>>(
    form("/oauth/token", { grant_type: "refresh_token", refresh_token: first["refresh_token"]!, ...base }),
  );
  expect(await real.identity.recognise(`Bearer ${renewed["access_token"]}`)).toMatchObject({ kind: "principal" });
  expect((await form("/oauth/revoke", { token: renewed["refresh_token"]!, client_id: clientId })).status).toBe(200);
  expect(await real.identity.recognise(`Bearer ${renewed["access_token"]}`)).toEqual({ kind: "invalid" });
});

test("G60 one network registers no more than a few clients a minute", async () => {
  const floods = await openRealApp();
  const send = (address: string) =>
    floods.app.request(
      "/oauth/register",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["https://a.example/cb"] }),
      },
      { incoming: { socket: { remoteAddress: address }, headers: {} } },
    );
  const said: number[] = [];
  for (let n = 0; n < 25; n += 1) said.push((await send("198.51.100.7")).status);
  expect(said).toEqual([...Array<number>(20).fill(201), ...Array<number>(5).fill(429)]);
  expect((await send("198.51.100.8")).status).toBe(201);
  await floods.close();
});
