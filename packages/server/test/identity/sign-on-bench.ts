import type { Role } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { bootstrapWorkspace } from "../../src/identity/bootstrap-workspace.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import type { MemberRule, SignOnProvider, SignOnSettings } from "../../src/identity/sign-on/sign-on-settings.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { startFaultyProvider, type FaultyProvider } from "./faulty-provider.ts";
import { signInAtProvider, startOpenIdProvider, type OpenIdProvider } from "./openid-provider.ts";
import {
  addWorkspace,
  BASE_URL,
  cookieOf,
  get,
  makeName,
  newAddress,
  openTestIdentity,
  post,
  readAudit,
  valueOf,
} from "./support.ts";

export const RETURN = `${BASE_URL}/api/auth/provider/return/`;

/** A workspace, a real provider (`acme`) and one that breaks the protocol (`faulty`), for the tests of this file. */
export function openSignOnBench() {
  let database: Database;

  let identity: Identity;
  let acme: OpenIdProvider;
  let faulty: FaultyProvider;
  let workspaceId: string;
  let admin: Principal;
  let logged: string[];

  beforeAll(async () => {
    database = await openTestDatabase("pg");
    acme = await startOpenIdProvider([`${RETURN}acme`, `${RETURN}other`]);
    faulty = await startFaultyProvider({ sub: "fay", email: "fay@faulty.example", email_verified: true, name: "Fay" });
    // Rules that name no workspace apply to the first one of the installation.
    await bootstrapWorkspace(openPeople(database.kysely));
    ({ workspaceId, admin } = await addWorkspace(database));
  });
  beforeEach(async () => {
    logged = [];
    identity = openTestIdentity(database, { log: (message) => void logged.push(message) });
    faulty.faults = {};
    faulty.exchanges.length = 0;
    await configure();
  });
  afterAll(async () => {
    await acme.close();
    await faulty.close();
    await database.close();
  });

  const member = (role: Role, group?: string, teams: string[] = []): MemberRule => ({ workspaceId, group, role, teams });
  const providerOf = (more: Partial<SignOnProvider> = {}): SignOnProvider => ({
    id: "acme",
    name: "Acme",
    issuer: acme.issuer,
    clientId: acme.clientId,
    clientSecret: acme.clientSecret,
    clientAuthentication: undefined,
    scopes: ["openid", "email", "profile", "groups"],
    domains: ["acme.example"],
    trustsEmail: false,
    groupsClaim: "groups",
    sessionHours: 12,
    members: [member("viewer")],
    ...more,
  });
  const faultyProvider = (more: Partial<SignOnProvider> = {}): SignOnProvider =>
    providerOf({ id: "faulty", name: "Faulty", issuer: faulty.issuer, clientId: "c", domains: ["faulty.example"], ...more });
  const configure = (acmeMore: Partial<SignOnProvider> = {}, more: Partial<SignOnSettings> = {}) =>
    identity.configureSignOn({ passwords: "everyone", providers: [providerOf(acmeMore), faultyProvider()], ...more });

  /** Somebody whom the provider knows. */
  function addAccount(claims: Record<string, unknown> = {}): { sub: string; email: string; name: string } {
    const sub = makeName("sub");
    const account = { email: `${sub}@acme.example`, email_verified: true, name: `Person ${sub}`, ...claims };
    acme.people.set(sub, account);
    return { ...account, sub };
  }
  async function begin(provider = "acme", { next, cookie = "" }: { next?: string; cookie?: string } = {}) {
    const body = { provider, ...(next !== undefined && { next }) };
    const answer = await identity.handler(post("/api/auth/provider/begin", body, { cookie }), newAddress());
    expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)]);
    return { url: ((await answer.json()) as { url: string }).url, browser: cookieOf(answer) };
  }
  const comeBack = (returned: URL, browser: string) =>
    identity.handler(get(returned.pathname + returned.search, { cookie: browser }), newAddress());
  /** Completes a sign-in. `leadsTo` is the address of the final redirect. */
  async function signIn(login: string, provider = "acme", options?: { next: string }) {
    const { url, browser } = await begin(provider, options);
    const returned = await signInAtProvider(url, login);
    const answer = await comeBack(returned, browser);
    expect(answer.status).toBe(302);
    return { leadsTo: answer.headers.get("location"), cookie: cookieOf(answer), returned, browser };
  }
  const problemOf = ({ leadsTo, cookie }: { leadsTo: string | null; cookie: string }) => {
    expect(cookie).not.toContain("session_token");
    return new URL(leadsTo!, BASE_URL).searchParams.get("problem");
  };
  const whoIs = async (cookie: string) => {
    const found = await identity.authenticate(get("/api/me", { cookie }));
    return found.kind === "principal" ? found : undefined;
  };
  const memberOf = async (email: string) => valueOf(await identity.listMembers(admin)).find((each) => each.email === email);
  const events = async (kind: string) => (await readAudit(database, workspaceId)).filter((event) => event.kind === kind);

  return {
    get database() {
      return database;
    },
    get identity() {
      return identity;
    },
    get acme() {
      return acme;
    },
    get faulty() {
      return faulty;
    },
    get workspaceId() {
      return workspaceId;
    },
    get admin() {
      return admin;
    },
    get logged() {
      return logged;
    },
    member,
    providerOf,
    faultyProvider,
    configure,
    addAccount,
    begin,
    comeBack,
    signIn,
    problemOf,
    whoIs,
    memberOf,
    events,
  };
}
