import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "./all-routes.ts";
import { LOWERING } from "./lowering-table.ts";
import { openRealApp } from "./real-app.ts";

const STUDIO_DRAFT = {
  title: null,
  description: "Answers.",
  source: "export default () => 1;",
  inputSchema: { type: "object" },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 60, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
};

type App = Awaited<ReturnType<typeof openRealApp>>;
interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
  /** The route accepts no token. */
  signedIn?: true;
}
/** Prepares and returns a request that lowers protection. */
type Attempt = (made: Made) => Promise<Sent> | Sent;
interface Made {
  real: App;
  ask(method: string, path: string, body?: unknown): Promise<Record<string, string>>;
}

const put = (path: string, body: object): Sent => ({ method: "PUT", path, body: { ...body } });
const post = (path: string, body: object): Sent => ({ method: "POST", path, body: { ...body } });
const CLOSED = "https://127.0.0.1:9/mcp";
let count = 0;
const fresh = (): string => `n${(count += 1)}${crypto.randomUUID().slice(0, 8)}`;

/** Creates a group in which `pay` runs automatically. */
async function openGroup({ ask }: Made): Promise<string> {
  const group = fresh();
  await ask("PUT", `/api/groups/${group}`, { tools: [{ name: "pay", approval: "never" }], confirm: true });
  return group;
}
async function setTool(made: Made, settings: object, change: object): Promise<Sent> {
  await made.ask("PUT", "/api/tools/pay", { ...settings, confirm: true });
  return put("/api/tools/pay", change);
}
async function newAgent({ ask }: Made): Promise<string> {
  return (await ask("POST", "/api/keys", { kind: "agent", name: fresh(), groups: [fresh()] }))["id"]!;
}
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
async function newLimitedKey({ ask }: Made): Promise<string> {
  const limits = { expiresAt: inDays(1), allowedAddresses: ["10.0.0.0/8"] };
  return (await ask("POST", "/api/keys", { kind: "worker", name: fresh(), ...limits }))["id"]!;
}
async function newUpstream({ ask }: Made, more: object): Promise<string> {
  const name = fresh();
  await ask("POST", "/api/upstreams", { name, url: CLOSED, enabled: false, allowPrivate: true, confirm: true, ...more });
  return name;
}
async function newStudioTool({ ask }: Made, draft: object): Promise<string> {
  const name = fresh();
  await ask("POST", "/api/studio/tools", { name, draft: { ...STUDIO_DRAFT, ...draft } });
  return name;
}
const newPerson = (): object => ({ email: `${fresh()}@example.test`, name: fresh() });
const mail = () => ({
  connector: "email",
  name: fresh(),
  prefix: fresh(),
  settings: { host: "127.0.0.1", port: 9, tls: "none", from: "a@example.test" },
  credentials: { user: "u", password: "p" },
});
const slack = (decides: object[]) => ({
  connector: "slack",
  name: fresh(),
  settings: { decides },
  credentials: { botToken: "xoxb-1" },
  enabled: false,
});
const github = (settings: object) => ({
  connector: "github",
  name: fresh(),
  settings: { repositories: ["acme/app"], ...settings },
  credentials: { token: "t" },
  enabled: false,
});
const everyAgent = (rights: string[]) => ({ folder: "/a", kind: null, who: { kind: "agent", id: null }, rights });

const ATTEMPTS: Record<string, Record<string, Attempt>> = {
  "POST /api/delegations": {
    "somebody else's approval counts as one's own": ({ real }) =>
      post("/api/delegations", { delegateId: real.ours.people.other.id, to: new Date(Date.now() + 60_000).toISOString() }),
  },
  "PUT /api/tools/{name}": {
    "a call needs no approval": (made) => setTool(made, { approval: "required" }, { approval: "never" }),
    "a lower risk": (made) => setTool(made, { risk: 4 }, { risk: 1 }),
    "a tool counts as vetted": async ({ real: { ours } }) => {
      const { workspaceId } = ours.agent;
      const name = fresh().replaceAll("-", "");
      const upstream = { workspaceId, name, source: `upstream:${name}`, prefix: name, trust: "untrusted" as const };
      const listed = { name: "search", description: "Looks for words in notes.", inputSchema: { type: "object" } };
      await ours.engine.upstreamTools.sync({ ...upstream, transport: "stdio", authenticated: false }, [listed]);
      const tools = await ours.engine.tools.list(ours.people.admin);
      const tool = tools.ok ? tools.value.find((one) => one.upstream === name) : undefined;
      return put(`/api/tools/${tool?.name}`, { acceptDefinition: tool?.vetting.fingerprint });
    },
    "a weaker rule": (made) =>
      setTool(
        made,
        { approvalRule: { needs: "n_of", n: 2, of: [{ role: "approver" }] }, approverRole: null, approverIds: [] },
        { approvalRule: null },
      ),
    "a routing rule is gone": (made) =>
      setTool(made, { routingRules: [{ name: "large", when: "args.amount > 9" }] }, { routingRules: [] }),
    "a routing rule asks for less": (made) => {
      const rule = (n: number) => ({ needs: "n_of", n, of: [{ role: "approver" }] });
      const routed = (n: number) => [{ name: "large", when: "args.amount > 9", approvalRule: rule(n) }];
      return setTool(made, { routingRules: routed(2), approverRole: null, approverIds: [] }, { routingRules: routed(1) });
    },
    "an escalation adds people to a routing rule": (made) => {
      const approvalRule = { needs: "any_of", of: [{ role: "admin" }] };
      const routingRules = [{ name: "large", when: "args.amount > 9", approvalRule }];
      const none = { escalateAfterSeconds: null, escalateTo: null };
      const wider = { escalateAfterSeconds: 60, escalateTo: [{ role: "approver" }] };
      return setTool(made, { approvalRule: null, approverRole: null, approverIds: [], routingRules, ...none }, wider);
    },
    "more approvers": (made) =>
      setTool(made, { approvalRule: null, routingRules: [], approverRole: "admin" }, { approverRole: null }),
    "a second person is no longer needed": (made) => setTool(made, { needsSecondPerson: true }, { needsSecondPerson: false }),
    "a rejected call may be asked about again": (made) => setTool(made, { afterReject: "pause" }, { afterReject: "ask" }),
  },
  "PUT /api/tools": {
    "a call needs no approval, beside a change that needs it": async (made) => {
      await made.ask("PUT", "/api/tools/pay", { approval: "required", risk: 4, confirm: true });
      return put("/api/tools", {
        tools: [
          { name: "set_value", risk: 5 },
          { name: "pay", approval: "never" },
        ],
      });
    },
  },
  "PUT /api/groups/{name}": {
    "a call needs no approval in a group": () => put(`/api/groups/${fresh()}`, { tools: [{ name: "pay", approval: "never" }] }),
  },
  "DELETE /api/groups/{name}": {
    "a group that asked for approval is gone": async (made) => {
      const [asks, never] = [fresh(), await openGroup(made)];
      await made.ask("PUT", `/api/groups/${asks}`, { tools: [{ name: "pay", approval: "required" }] });
      const id = await newAgent(made);
      await made.ask("PUT", `/api/agents/${id}`, { groups: [asks, never], confirm: true });
      return { method: "DELETE", path: `/api/groups/${asks}`, body: {} };
    },
  },
  "POST /api/grants": {
    "calls of one tool need no approval for a time": async (made) => {
      await made.ask("PUT", "/api/tools/pay", { approvalRule: null, approverRole: null, approverIds: [], confirm: true });
      const agentId = await newAgent(made);
      return post("/api/grants", { toolName: "pay", agentId, allowWhen: "true", maxUses: 1, expiresInSeconds: 60 });
    },
  },
  "POST /api/oauth/answer": {
    "the agent calls without approval": async (made) => {
      const body = { request: await made.real.oauthRequest(), allow: true, name: fresh(), groups: [await openGroup(made)] };
      return { ...post("/api/oauth/answer", body), signedIn: true };
    },
    "the person may confirm its calls": async ({ real }) => {
      const groups = [fresh()];
      const body = { request: await real.oauthRequest(), allow: true, name: fresh(), groups, selfConfirmMaxRisk: 2 };
      return { ...post("/api/oauth/answer", body), signedIn: true };
    },
  },
  "PUT /api/agents/{id}": {
    "an agent in a group that asks nobody": async (made) =>
      put(`/api/agents/${await newAgent(made)}`, { groups: [await openGroup(made)] }),
    "a higher cap on risk": async (made) => {
      const id = await newAgent(made);
      await made.ask("PUT", `/api/agents/${id}`, { maxRisk: 1 });
      return put(`/api/agents/${id}`, { maxRisk: 4 });
    },
    "the person it acts for may confirm its calls": async (made) => {
      const [id, actsFor] = [await newAgent(made), made.real.ours.people.approver.id];
      await made.ask("PUT", `/api/agents/${id}`, { actsFor });
      return put(`/api/agents/${id}`, { selfConfirmMaxRisk: 0 });
    },
    "answers at its client count": async (made) => put(`/api/agents/${await newAgent(made)}`, { inClient: true }),
  },
  "POST /api/upstreams": {
    "a trusted upstream": () =>
      post("/api/upstreams", { name: fresh(), url: "https://example.test/mcp", enabled: false, trust: "trusted" }),
    "private addresses": () => post("/api/upstreams", { name: fresh(), url: CLOSED, enabled: false, allowPrivate: true }),
  },
  "POST /api/upstreams/check": {
    "private addresses": () => post("/api/upstreams/check", { url: CLOSED, allowPrivate: true }),
  },
  "PUT /api/upstreams/{name}": {
    "a trusted upstream": async (made) => put(`/api/upstreams/${await newUpstream(made, {})}`, { trust: "trusted" }),
    "another server in a trusted one's place": async (made) =>
      put(`/api/upstreams/${await newUpstream(made, { trust: "trusted" })}`, { url: `${CLOSED}/other` }),
  },
  "POST /api/connections": {
    "private addresses": () => post("/api/connections", { ...mail(), allowPrivate: true }),
    "decisions in messages": () => post("/api/connections", slack([{ tool: "pay", maxRisk: 1 }])),
    "agents read without approval": () => post("/api/connections", github({ reads: true })),
  },
  "PUT /api/connections/{id}": {
    "private addresses": async (made) => {
      const { id } = await made.ask("POST", "/api/connections", { ...mail(), enabled: false });
      return put(`/api/connections/${id}`, { allowPrivate: true });
    },
    "decisions in messages": async (made) => {
      const { settings, ...other } = slack([{ tool: "pay", maxRisk: 1 }]);
      const { id } = await made.ask("POST", "/api/connections", { ...other, settings, confirm: true });
      return put(`/api/connections/${id}`, { settings: { ...settings, decides: [{ tool: "pay", maxRisk: 2 }] } });
    },
    "agents read without approval": async (made) => {
      const { id } = await made.ask("POST", "/api/connections", github({}));
      return put(`/api/connections/${id}`, { settings: github({ reads: true }).settings });
    },
    "agents read more without approval": async (made) => {
      const { id } = await made.ask("POST", "/api/connections", { ...github({ reads: true }), confirm: true });
      return put(`/api/connections/${id}`, {
        settings: github({ reads: true, repositories: ["acme/app", "acme/secret"] }).settings,
      });
    },
    "another app reports what people press": async (made) => {
      const { id } = await made.ask("POST", "/api/connections", slack([]));
      return put(`/api/connections/${id}`, { credentials: { botToken: "xoxb-2" } });
    },
  },
  "POST /api/keys": {
    "an agent in a group that asks nobody": async (made) =>
      post("/api/keys", { kind: "agent", name: fresh(), groups: [await openGroup(made)] }),
  },
  "PUT /api/keys/{id}": {
    "a later expiry": async (made) => put(`/api/keys/${await newLimitedKey(made)}`, { expiresAt: inDays(2) }),
    "no expiry": async (made) => put(`/api/keys/${await newLimitedKey(made)}`, { expiresAt: null }),
    "more addresses": async (made) =>
      put(`/api/keys/${await newLimitedKey(made)}`, { allowedAddresses: ["10.0.0.0/8", "192.0.2.1"] }),
    "any address": async (made) => put(`/api/keys/${await newLimitedKey(made)}`, { allowedAddresses: [] }),
  },
  "POST /api/keys/{id}/rotate": {
    "the new key lasts longer": async (made) => post(`/api/keys/${await newLimitedKey(made)}/rotate`, { expiresAt: null }),
  },
  "POST /api/members": {
    "a new approver": () => post("/api/members", { ...newPerson(), role: "approver" }),
    "a new administrator": () => post("/api/members", { ...newPerson(), role: "admin" }),
    "a viewer in a team": () => post("/api/members", { ...newPerson(), role: "viewer", teams: ["security"] }),
  },
  "PUT /api/members/{userId}": {
    "a role is raised": async (made) => {
      const { member } = (await made.ask("POST", "/api/members", { ...newPerson(), role: "viewer" })) as unknown as {
        member: { userId: string };
      };
      return put(`/api/members/${member.userId}`, { role: "approver" });
    },
    "a team is added": async (made) => {
      const { member } = (await made.ask("POST", "/api/members", { ...newPerson(), role: "viewer" })) as unknown as {
        member: { userId: string };
      };
      return put(`/api/members/${member.userId}`, { teams: ["security"] });
    },
    "the glass may be broken": async (made) => {
      const asked = { ...newPerson(), role: "approver", confirm: true };
      const { member } = (await made.ask("POST", "/api/members", asked)) as unknown as { member: { userId: string } };
      return put(`/api/members/${member.userId}`, { breakGlass: true });
    },
  },
  "PUT /api/settings": {
    "new approvers count sooner": async ({ ask }) => {
      await ask("PUT", "/api/settings", { newApproverWaitSeconds: 7200, confirm: true });
      return put("/api/settings", { newApproverWaitSeconds: 0 });
    },
  },
  "PUT /api/content/rights": {
    "a restriction is dropped": async ({ ask }) => {
      await ask("PUT", "/api/content/rights", { items: [everyAgent(["view"])], confirm: true });
      return put("/api/content/rights", { items: [] });
    },
    "a right is added": async ({ ask }) => {
      await ask("PUT", "/api/content/rights", { items: [everyAgent(["view"])], confirm: true });
      return put("/api/content/rights", { items: [everyAgent(["view", "edit"])] });
    },
  },
  "POST /api/studio/tools/{name}/runs": {
    "a draft that may write runs": async (made) => {
      const name = await newStudioTool(made, {
        access: { ...STUDIO_DRAFT.access, network: "hosts", hosts: ["example.test"], writes: true },
      });
      return post(`/api/studio/tools/${name}/runs`, { input: {}, draftVersion: 1 });
    },
  },
  "POST /api/studio/tools/{name}/publish": {
    "the new version asks nobody, or has a lower risk": async (made) => {
      const name = await newStudioTool(made, {
        approval: "never",
        risk: 2,
      });
      await made.ask("POST", `/api/studio/tools/${name}/runs`, { input: {}, draftVersion: 1 });
      return post(`/api/studio/tools/${name}/publish`, { draftVersion: 1 });
    },
  },
};

let real: App;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

const changing = ROUTES.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

test("every route that changes something says what it does to protection", () => {
  expect(Object.keys(LOWERING).toSorted()).toEqual(changing.toSorted());
});

const ways = Object.entries(LOWERING).flatMap(([route, entry]) =>
  "lowers" in entry ? entry.lowers.map((way) => ({ route, way })) : [],
);

test("every way to lower protection is tried", () => {
  const tried = Object.entries(ATTEMPTS).flatMap(([route, each]) => Object.keys(each).map((way) => ({ route, way })));
  expect(tried).toEqual(ways);
});

test.each(ways)("G6 $route: $way asks for a yes, and does nothing without", async ({ route, way }) => {
  const ask: Made["ask"] = async (method, path, body) => {
    const response = await real.send(method, path, real.ourKeys.admin, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const { method, path, body, signedIn } = await ATTEMPTS[route]![way]!({ real, ask });
  const send = (confirm: boolean) =>
    signedIn
      ? real.sendSignedIn(real.ours.people.admin.id, method, path, confirm ? { ...body, confirm } : body)
      : method === "DELETE"
        ? real.send(method, `${path}?confirm=${confirm}`, real.ourKeys.admin)
        : real.send(method, path, real.ourKeys.admin, confirm ? { ...body, confirm } : body);
  const headOf = () =>
    real.ours.database.kysely
      .selectFrom("auditHead")
      .select("seq")
      .where("workspaceId", "=", real.ours.agent.workspaceId)
      .executeTakeFirstOrThrow();

  const head = await headOf();
  const refused = await send(false);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(await refused.json())).toMatch(/confirm/);
  expect(await headOf()).toEqual(head);
  const done = await send(true);
  expect([done.status, done.ok ? "" : await done.text()]).toEqual([done.status, ""]);
});
