import type { BrowserSession } from "@countersign/protocol";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { describeEachDatabase } from "../support/database.ts";
import { addPerson, addWorkspace, BASE_URL, cookieOf, get, newAddress, openTestIdentity, post } from "./support.ts";

describeEachDatabase("browser sessions", (getDatabase) => {
  let identity: Identity;
  let ann: Principal;
  let ben: Principal;
  beforeAll(async () => {
    identity = openTestIdentity(getDatabase());
    const { workspaceId } = await addWorkspace(getDatabase());
    ann = await addPerson(getDatabase(), workspaceId, "approver");
    ben = await addPerson(getDatabase(), workspaceId, "approver");
  });

  /** Signs in with a new browser; returns its cookie. */
  async function signIn({ id }: Principal, userAgent: string): Promise<string> {
    const token = await identity.createSignInLink(id);
    const answer = await identity.handler(
      post("/api/auth/sign-in/link", { token }, { origin: BASE_URL, "user-agent": userAgent }),
      newAddress(),
    );
    expect(answer.status).toBe(200);
    return cookieOf(answer);
  }
  async function list(cookie: string): Promise<{ text: string; sessions: BrowserSession[] }> {
    const answer = await identity.handler(get("/api/auth/sessions", { cookie }), newAddress());
    expect(answer.status).toBe(200);
    const text = await answer.text();
    return { text, sessions: (JSON.parse(text) as { sessions: BrowserSession[] }).sessions };
  }
  const end = async (cookie: string, body: unknown): Promise<number> =>
    (await identity.handler(post("/api/auth/sessions/end", body, { cookie }), newAddress())).status;
  const isSignedIn = async (cookie: string): Promise<boolean> =>
    (await identity.authenticate(get("/", { cookie }))).kind === "principal";

  test("G44 a person sees their own sessions, without what would sign in, and ends one or all others", async () => {
    const [home, phone, work] = [await signIn(ann, "Home"), await signIn(ann, "Phone"), await signIn(ann, "Work")];
    const foreign = await signIn(ben, "Foreign");
    const { text, sessions } = await list(work);
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["Work", true],
      ["Phone", false],
      ["Home", false],
    ]);
    expect(sessions[0]!.address).toMatch(/^10\.0\./);
    for (const { token } of (await sql<{ token: string }>`select token from person_session`.execute(getDatabase().kysely)).rows)
      expect(text).not.toContain(token);

    const phoneId = sessions[1]!.id;
    expect(await end(work, { id: phoneId })).toBe(200);
    expect([await isSignedIn(home), await isSignedIn(phone), await isSignedIn(work)]).toEqual([true, false, true]);
    expect(await end(work, { id: phoneId })).toBe(404);

    expect(await end(work, { others: true })).toBe(200);
    expect([await isSignedIn(home), await isSignedIn(work), await isSignedIn(foreign)]).toEqual([false, true, true]);
  });

  test("G44 nobody ends another person's session, and a session that ran out is not listed", async () => {
    const [own, foreign] = [await signIn(ann, "Own"), await signIn(ben, "Foreign")];
    const foreignId = (await list(foreign)).sessions.find(({ isCurrent }) => isCurrent)!.id;
    expect(await end(own, { id: foreignId })).toBe(404);
    expect(await isSignedIn(foreign)).toBe(true);
    await sql`update person_session set expires_at = now() - interval '1 second' where id = ${foreignId}`.execute(
      getDatabase().kysely,
    );
    const again = await signIn(ben, "Again");
    expect((await list(again)).sessions.map(({ id }) => id)).not.toContain(foreignId);
  });

  test("a request that names no session, or comes without one, changes nothing", async () => {
    const cookie = await signIn(ann, "Own");
    for (const body of [{}, { id: 1 }, { others: false }, { id: "x", others: true }, []])
      expect(await end(cookie, body)).toBe(422);
    const unsigned = await identity.handler(get("/api/auth/sessions"), newAddress());
    expect(unsigned.status).toBe(401);
    expect(await isSignedIn(cookie)).toBe(true);
  });
});
