import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { AnswerConnection, AuthorizationRequest } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import type { TokenAnswer } from "../../src/identity/oauth/tokens.ts";
import { describeEachDatabase } from "../support/database.ts";
import {
  addPerson,
  addWorkspace,
  BASE_URL,
  bearer,
  codeOf,
  makeName,
  openTestIdentity,
  readAudit,
  valueOf,
} from "./support.ts";

const REDIRECT = "http://127.0.0.1:5001/callback";
const DOCUMENT = "https://client.example.com/oauth/client.json";

describeEachDatabase("sign-in of agents by OAuth", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  const documents = new Map<string, { status: number; text: string }>();
  const fetched: string[] = [];

  beforeAll(async () => {
    identity = openTestIdentity(getDatabase(), {
      oauth: {
        accepts: ["documents", "registration"],
        fetchDocument: async (url) => {
          fetched.push(url);
          return documents.get(url) ?? { status: 404, text: "" };
        },
      },
    });
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
  });

  const oauth = () => identity.oauth!;
  const register = async (redirectUris = [REDIRECT], name = makeName("client")) =>
    valueOf(await oauth().register({ client_name: name, redirect_uris: redirectUris }));
  const newVerifier = () => randomBytes(32).toString("base64url");
  const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

  /** A request as a client sends it, and what it keeps. */
  function ask(clientId: string, more: AuthorizationRequest = {}) {
    const verifier = newVerifier();
    const request: AuthorizationRequest = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
      state: "state-1",
      resource: `${BASE_URL}/mcp`,
      ...more,
    };
    return { request, verifier };
  }

  const form = (fields: Record<string, string>) => new Map(Object.entries(fields));
  const exchange = (clientId: string, code: string, verifier: string, more: Record<string, string> = {}) =>
    oauth().token(
      form({
        grant_type: "authorization_code",
        client_id: clientId,
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT,
        ...more,
      }),
    );
  const refresh = (clientId: string, token: string) =>
    oauth().token(form({ grant_type: "refresh_token", client_id: clientId, refresh_token: token }));
  const tokensOf = (answer: TokenAnswer) => {
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.tokens;
  };
  const errorOf = (answer: TokenAnswer) => (answer.ok ? "ok" : answer.error.error);
  const authenticateAt = (token: string) => identity.recognise(`Bearer ${token}`);
  const isValid = async (token: string) => (await authenticateAt(token)).kind === "principal";

  async function allow(clientId: string, more: Partial<AnswerConnection> = {}, by = admin) {
    const { request, verifier } = ask(clientId);
    const answered = valueOf(await oauth().answer(by, { request, allow: true, name: makeName("Agent"), ...more }));
    const back = new URL(answered.redirectTo);
    return { back, code: back.searchParams.get("code") ?? "", verifier };
  }

  async function connect(clientId: string, more: Partial<AnswerConnection> = {}, by = admin) {
    const { code, verifier } = await allow(clientId, more, by);
    return tokensOf(await exchange(clientId, code, verifier));
  }

  const agentOfToken = async (token: string): Promise<Principal> => {
    const found = await authenticateAt(token);
    if (found.kind !== "principal") throw new Error(found.kind);
    return found.principal;
  };

  test("G60 a client that a person allowed is one agent that acts for them, whatever it connects from", async () => {
    const { client_id: clientId } = await register();
    const name = makeName("Claude");
    const { back, code, verifier } = await allow(clientId, { name, groups: ["default", "mail"], maxRisk: 3 });
    expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1:5001\/callback\?code=[A-Za-z0-9_-]{43}&state=state-1&iss=/);
    expect(back.searchParams.get("iss")).toBe(BASE_URL);
    const tokens = tokensOf(await exchange(clientId, code, verifier));
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^cso_[A-Za-z0-9_-]{43}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^csr_[A-Za-z0-9_-]{43}$/),
      scope: "agent",
    });
    const agent = await agentOfToken(tokens.access_token);
    expect(agent).toMatchObject({ kind: "agent", name, workspaceId, role: null, groups: ["default", "mail"] });
    const again = await agentOfToken((await connect(clientId, { name })).access_token);
    expect(again).toEqual(agent);
    const row = await getDatabase()
      .kysely.selectFrom("apiKey")
      .select(["actsFor", "oauthClientId", "maxRisk"])
      .where("id", "=", agent.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ actsFor: admin.id, oauthClientId: clientId, maxRisk: 3 });
    const other = await addPerson(getDatabase(), workspaceId, "admin");
    expect((await agentOfToken((await connect(clientId, {}, other)).access_token)).id).not.toBe(agent.id);
    const events = (await readAudit(getDatabase(), workspaceId)).filter(({ kind }) => kind === "agent.connected");
    expect(JSON.parse(events[0]!.data)).toMatchObject({ agentId: agent.id, actsFor: admin.id, redirectHost: "127.0.0.1:5001" });
    const stored = await getDatabase().kysely.selectFrom("oauthToken").selectAll().execute();
    expect(JSON.stringify([stored, events])).not.toContain(tokens.access_token.slice(4));
  });

  test("G60 its token is valid at the MCP endpoints only, and nowhere as a person's", async () => {
    const { client_id: clientId } = await register();
    const { access_token: access, refresh_token: later } = await connect(clientId);
    expect(await authenticateAt(access)).toMatchObject({ kind: "principal", endpoint: "/mcp" });
    expect(await identity.authenticate(bearer(access))).toEqual({ kind: "invalid" });
    expect(await identity.authenticateUrgently(bearer(access))).toEqual({ kind: "invalid" });
    for (const text of [later, `${access}x`, access.slice(0, -1), access.replace("cso_", "csa_")])
      expect(await isValid(text)).toBe(false);
  });

  test("G60 a code is exchanged once, by its client, with its verifier; used twice, what it gave ends", async () => {
    const { client_id: clientId } = await register();
    const { client_id: otherId } = await register();
    const { code, verifier } = await allow(clientId);
    expect(errorOf(await exchange(otherId, code, verifier))).toBe("invalid_grant");
    expect(errorOf(await exchange(clientId, code, newVerifier()))).toBe("invalid_grant");
    expect(errorOf(await exchange(clientId, code, verifier, { redirect_uri: `${REDIRECT}/` }))).toBe("invalid_grant");
    expect(errorOf(await exchange(clientId, code, verifier, { resource: `${BASE_URL}/mcp/g/mail` }))).toBe("invalid_target");
    expect(errorOf(await exchange(clientId, code, verifier, { resource: "https://elsewhere.example/mcp" }))).toBe(
      "invalid_target",
    );
    expect(errorOf(await exchange(clientId, newVerifier(), verifier))).toBe("invalid_grant");
    const { access_token: access, refresh_token: later } = tokensOf(await exchange(clientId, code, verifier));
    expect(await isValid(access)).toBe(true);
    expect(errorOf(await exchange(clientId, code, verifier))).toBe("invalid_grant");
    expect(await isValid(access)).toBe(false);
    expect(errorOf(await refresh(clientId, later))).toBe("invalid_grant");
    const late = await allow(clientId);
    await sql`update oauth_code set expires_at = now() where used_at is null`.execute(getDatabase().kysely);
    expect(errorOf(await exchange(clientId, late.code, late.verifier))).toBe("invalid_grant");
  });

  test("G60 of eight exchanges of one code at once, at most one gives tokens", async () => {
    const { client_id: clientId } = await register();
    const { code, verifier } = await allow(clientId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(clientId, code, verifier)));
    const given = answers.filter((answer) => answer.ok);
    expect(given.length).toBe(1);
    // The others were a second use, so nothing is left of it.
    expect(await isValid(tokensOf(given[0]!).access_token)).toBe(false);
  });

  test("G60 a refresh token is exchanged once; a lost answer comes again for half a minute, a later use ends the sign-in", async () => {
    const { client_id: clientId } = await register();
    const first = await connect(clientId);
    const { client_id: otherId } = await register();
    expect(errorOf(await refresh(otherId, first.refresh_token))).toBe("invalid_grant");
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(clientId, first.refresh_token)));
    const second = tokensOf(answers[0]!);
    for (const answer of answers) expect(tokensOf(answer)).toMatchObject({ ...second, expires_in: expect.any(Number) });
    expect(second.access_token).not.toBe(first.access_token);
    expect([await isValid(first.access_token), await isValid(second.access_token)]).toEqual([true, true]);
    const third = tokensOf(await refresh(clientId, second.refresh_token));
    await sql`update oauth_token set replaced_at = replaced_at - interval '31 seconds'`.execute(getDatabase().kysely);
    expect(errorOf(await refresh(clientId, first.refresh_token))).toBe("invalid_grant");
    for (const { access_token: access } of [first, second, third]) expect(await isValid(access)).toBe(false);
    expect(errorOf(await refresh(clientId, third.refresh_token))).toBe("invalid_grant");
  });

  test("G60 tokens end with their time, the agent's key, the person's membership and the client's revocation", async () => {
    const { kysely } = getDatabase();
    const { client_id: clientId } = await register();
    const expired = await connect(clientId);
    await sql`update oauth_token set expires_at = now() where kind = 'access'`.execute(kysely);
    expect(await isValid(expired.access_token)).toBe(false);
    const renewed = tokensOf(await refresh(clientId, expired.refresh_token));
    expect(await isValid(renewed.access_token)).toBe(true);
    await oauth().revoke(form({ token: renewed.access_token, client_id: makeName("other") }));
    expect(await isValid(renewed.access_token)).toBe(true);
    await oauth().revoke(form({ token: renewed.refresh_token, client_id: clientId }));
    expect(await isValid(renewed.access_token)).toBe(false);
    expect(errorOf(await refresh(clientId, renewed.refresh_token))).toBe("invalid_grant");

    const revoked = await connect(clientId);
    const { code, verifier } = await allow(clientId);
    valueOf(await identity.revokeKey(admin, (await agentOfToken(revoked.access_token)).id));
    expect(await isValid(revoked.access_token)).toBe(false);
    expect(errorOf(await refresh(clientId, revoked.refresh_token))).toBe("invalid_grant");
    expect(errorOf(await exchange(clientId, code, verifier))).toBe("invalid_grant");

    const person = await addPerson(getDatabase(), workspaceId, "admin");
    const theirs = await connect(clientId, {}, person);
    const agent = await agentOfToken(theirs.access_token);
    valueOf(await identity.removeMember(admin, person.id));
    expect(await isValid(theirs.access_token)).toBe(false);
    expect(errorOf(await refresh(clientId, theirs.refresh_token))).toBe("invalid_grant");
    const left = await kysely.selectFrom("apiKey").select("revokedAt").where("id", "=", agent.id).executeTakeFirstOrThrow();
    expect(left.revokedAt).not.toBeNull();
  });

  test("G60 only an administrator connects a client, and lower protection needs a confirmation", async () => {
    const { client_id: clientId } = await register();
    const { request } = ask(clientId);
    for (const role of ["viewer", "approver"] as const) {
      const person = await addPerson(getDatabase(), workspaceId, role);
      expect(codeOf(await oauth().answer(person, { request, allow: true }))).toBe("FORBIDDEN");
      const refused = valueOf(await oauth().answer(person, { request, allow: false }));
      expect(new URL(refused.redirectTo).searchParams.get("error")).toBe("access_denied");
    }
    const { kysely } = getDatabase();
    const before = await kysely.selectFrom("apiKey").select("id").where("oauthClientId", "=", clientId).execute();
    expect(before).toEqual([]);
    expect(codeOf(await oauth().answer(admin, { request, allow: true, name: admin.name }))).toBe("INVALID_INPUT");
  });

  test("G60 where the code goes: what the client registered, another port only on the person's computer", async () => {
    const registered = ["https://a.example/cb", "http://localhost/callback", "http://127.0.0.1:33418/", "cursor://x/callback"];
    const { client_id: clientId, redirect_uris: usable } = await register(registered);
    expect(usable).toEqual(registered.slice(0, 3));
    const review = async (redirect: string) => {
      const found = await oauth().review(admin, ask(clientId, { redirect_uri: redirect }).request);
      return found.ok ? "asked" : found.refusal.code;
    };
    for (const good of ["https://a.example/cb", "http://localhost:49152/callback", "http://127.0.0.1:5/", "http://127.0.0.1/"])
      expect([good, await review(good)]).toEqual([good, "asked"]);
    for (const bad of [
      "https://a.example/cb/",
      "https://a.example:8443/cb",
      "https://a.example/cb?x=1",
      "https://A.example/cb",
      "https://a.example.evil.example/cb",
      "https://user@a.example/cb",
      "https://a.example/cb#x",
      "http://a.example/cb",
      "http://localhost.evil.example/callback",
      "http://localhost:80@evil.example/callback",
      "http://127.0.0.1:5/other",
      "http://[::1]:5/",
      "https://localhost/callback",
      "cursor://x/callback",
      "javascript:alert(1)",
      "",
    ])
      expect([bad, await review(bad)]).toEqual([bad, "INVALID_INPUT"]);
    for (const [name, uri] of [
      ["a\u0000b", "https://a.example/cb"],
      ["a", "https://a.example/\u0000"],
      ["a".repeat(201), "https://a.example/cb"],
    ])
      expect(codeOf(await oauth().register({ client_name: name, redirect_uris: [uri] }))).toBe("INVALID_INPUT");
    for (const uris of [["cursor://x/y"], ["http://example.com/cb"], ["https://a@b.example/"], [], ["x"]])
      expect(codeOf(await oauth().register({ redirect_uris: uris }))).toBe("INVALID_INPUT");
  });

  test("G60 a request that is not valid is answered to the client, with the issuer, and gives nothing", async () => {
    const { client_id: clientId } = await register();
    const faults = {
      unsupported_response_type: [{ response_type: "token" }, { response_type: undefined }],
      invalid_request: [{ code_challenge: undefined }, { code_challenge_method: "plain" }, { code_challenge: "short" }],
      invalid_target: [
        { resource: `${BASE_URL}/api` },
        { resource: `${BASE_URL}` },
        { resource: "https://elsewhere.example/mcp" },
        { resource: `${BASE_URL}.evil.example/mcp` },
      ],
    };
    for (const [error, changes] of Object.entries(faults)) {
      for (const change of changes) {
        const { request } = ask(clientId, change);
        for (const answer of [await oauth().review(admin, request), await oauth().answer(admin, { request, allow: true })]) {
          const { redirectTo } = valueOf(answer) as { redirectTo: string };
          const { searchParams } = new URL(redirectTo);
          expect([searchParams.get("error"), searchParams.get("iss"), searchParams.get("state")]).toEqual([
            error,
            BASE_URL,
            "state-1",
          ]);
          expect(searchParams.get("code")).toBeNull();
        }
      }
    }
    for (const clientOf of [undefined, "client_unknown", "\u0000"])
      expect(codeOf(await oauth().review(admin, ask(clientId, { client_id: clientOf }).request))).toBe("INVALID_INPUT");
  });

  test("a narrower endpoint is allowed by itself", async () => {
    const { client_id: clientId } = await register();
    const { request, verifier } = ask(clientId, { resource: `${BASE_URL}/mcp/g/mail` });
    const answered = valueOf(await oauth().answer(admin, { request, allow: true, name: makeName("Agent") }));
    const code = new URL(answered.redirectTo).searchParams.get("code")!;
    const { access_token: access } = tokensOf(await exchange(clientId, code, verifier, { resource: `${BASE_URL}/mcp/g/mail` }));
    expect(await authenticateAt(access)).toMatchObject({ endpoint: "/mcp/g/mail" });
  });

  test("G60 a client may publish what it is at an https address, which says so itself", async () => {
    const valid = {
      client_id: DOCUMENT,
      client_name: "Example",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["private_key_jwt", "none"],
    };
    documents.set(DOCUMENT, { status: 200, text: JSON.stringify(valid) });
    const before = fetched.length;
    const review = valueOf(await oauth().review(admin, ask(DOCUMENT).request));
    expect(review).toMatchObject({ client: { name: "Example", publishedBy: "client.example.com" }, isOnThisComputer: true });
    const tokens = await connect(DOCUMENT);
    expect(await isValid(tokens.access_token)).toBe(true);
    expect(fetched.length - before).toBe(1);

    const bad: [string, unknown][] = [
      ["other-id", { ...valid, client_id: "https://client.example.com/other.json" }],
      ["no-redirect", { ...valid, redirect_uris: ["http://example.com/cb"] }],
      ["secret", { ...valid, token_endpoint_auth_methods_supported: undefined }],
      ["large", { ...valid, client_uri: "x".repeat(6000) }],
      ["text", "not an object"],
    ];
    for (const [name, content] of bad) {
      const id = `https://client.example.com/${name}.json`;
      const own = typeof content === "object" && name !== "other-id" ? { ...content, client_id: id } : content;
      documents.set(id, { status: 200, text: JSON.stringify(own) });
      expect([name, codeOf(await oauth().review(admin, ask(id).request))]).toEqual([name, "INVALID_INPUT"]);
    }
    const count = fetched.length;
    for (const id of [
      "http://client.example.com/client.json",
      "https://client.example.com",
      "https://client.example.com/",
      "https://user@client.example.com/client.json",
      "https://client.example.com/a/../client.json",
      "https://client.example.com/client.json#x",
      "https://CLIENT.example.com/client.json",
    ])
      expect([id, codeOf(await oauth().review(admin, ask(id).request))]).toEqual([id, "INVALID_INPUT"]);
    expect(fetched.length).toBe(count);
  });

  test("registrations that nobody allows do not pile up, and those that somebody allowed stay", async () => {
    const { kysely } = getDatabase();
    const { client_id: allowed } = await register();
    await connect(allowed);
    const { client_id: old } = await register();
    await sql`update oauth_client set created_at = now() - interval '2 days' where id in (${allowed}, ${old})`.execute(kysely);
    await sql`insert into oauth_client (id, redirect_uris, created_at)
      select 'flood' || n, '{}', now() - interval '1 hour' from generate_series(1, 1500) n`.execute(kysely);
    await register();
    const { rows } = await sql<{ id: string }>`select id from oauth_client`.execute(kysely);
    const ids = rows.map(({ id }) => id);
    expect([ids.includes(allowed), ids.includes(old)]).toEqual([true, false]);
    const { rows: unused } = await sql<{
      n: number;
    }>`select count(*)::int as n from oauth_client where allowed_at is null`.execute(kysely);
    expect(unused[0]!.n).toBe(1000);
  });
});
