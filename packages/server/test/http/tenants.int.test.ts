import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { sha256Hex } from "../../src/core/digest.ts";
import type { Route } from "../../src/http/route.ts";
import { ROUTES } from "./all-routes.ts";
import { openRealApp } from "./real-app.ts";

const MARK = "only-for-us";
/** A stored credential, which no caller may read back, not even of the own workspace. */
const SECRET = "pw_8Qz-never-shown";
/** An address that the server refuses before it sends anything. */
const CLOSED = "http://127.0.0.1:9/mcp";
const STUDIO_TOOL = "written_by_us";
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
let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

interface Ids {
  pendingActionId: string;
  batchId: string;
  keyId: string;
  userId: string;
  connectionId: string;
  viewId: string;
}
let ids: Ids;
let connections = 0;
const WIDGET = `<p>${MARK}</p>`;
/** An element of our workspace, and the hash of an asset's bytes. */
let content: { elementId: string; hash: string };

beforeAll(async () => {
  const { send, app, ourKeys } = real;
  const fields = [{ name: "text", kind: "text" }];
  await send("PUT", "/api/content/types/object/thing", ourKeys.admin, { title: "Thing", fields, languages: [] });
  const thing = { kind: "object", type: "thing", path: `/${MARK}`, value: { text: MARK } };
  const { id } = (await (await send("POST", "/api/content/elements", ourKeys.admin, thing)).json()) as { id: string };
  const uploaded = await app.request(`/api/content/assets?path=/${MARK}.txt`, {
    method: "POST",
    headers: { authorization: `Bearer ${ourKeys.admin}`, "content-type": "text/plain" },
    body: MARK,
  });
  const { file } = (await uploaded.json()) as { file: { hash: string } };
  content = { elementId: id, hash: file.hash };
  const tool = { name: "drawn", description: "d", inputSchema: { type: "object" }, widget: { html: WIDGET } };
  await send("POST", "/api/worker/tools", ourKeys.worker, { tools: [tool] });
  const draft = { ...STUDIO_DRAFT, description: MARK };
  const studio = await send("POST", "/api/studio/tools", ourKeys.admin, { name: STUDIO_TOOL, draft });
  if (studio.status !== 201) throw new Error(`the Tool Studio refused: ${await studio.text()}`);
});

beforeEach(async () => {
  const { send, ourKeys, ours } = real;
  // An earlier test may have called the emergency stop.
  await send("POST", "/api/emergency-stop/lift", ourKeys.admin, {});
  const proposal = { toolName: "pay", toolInput: { amount: 3, note: MARK }, missionId: MARK, sessionId: MARK, caption: MARK };
  const { pendingActionId } = (await (await send("POST", "/api/pending-actions", ourKeys.agent, proposal)).json()) as {
    pendingActionId: string;
  };
  const { batchId } = (await (await send("GET", `/api/pending-actions/${pendingActionId}`, ourKeys.admin)).json()) as {
    batchId: string;
  };
  const { id: keyId } = (await (
    await send("POST", "/api/keys", ourKeys.admin, { kind: "agent", name: `${MARK} ${crypto.randomUUID()}` })
  ).json()) as {
    id: string;
  };
  const view = { page: "inbox", name: `${MARK} ${crypto.randomUUID()}`, query: "q=x", shared: true };
  const { id: viewId } = (await (await send("POST", "/api/saved-views", ourKeys.admin, view)).json()) as { id: string };
  connections += 1;
  const mail = {
    connector: "email",
    name: `${MARK} ${connections}`,
    prefix: `mail${connections}x`,
    settings: { host: "127.0.0.1", port: 9, tls: "none", from: `${MARK}@example.test` },
    credentials: { user: MARK, password: SECRET },
    allowPrivate: true,
    confirm: true,
  };
  const { id: connectionId } = (await (await send("POST", "/api/connections", ourKeys.admin, mail)).json()) as { id: string };
  ids = { pendingActionId, batchId, keyId, connectionId, viewId, userId: ours.people.viewer.id };
});

/** A query and body that each route would accept from the right caller. */
const DEVICE = {
  name: "Chrome",
  publicKey: "B",
  endpoint: "https://fcm.googleapis.com/fcm/send/1",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};

const SAMPLES: Record<string, (ids: Ids) => { query?: string; body?: unknown }> = {
  "POST /api/pending-actions": () => ({ body: { toolName: "pay", toolInput: { amount: 1 } } }),
  "POST /api/pending-actions/batch": () => ({ body: { items: [{ toolName: "pay", toolInput: { amount: 1 } }] } }),
  "GET /api/pending-actions": () => ({}),
  "GET /api/pending-actions/counts": () => ({}),
  "GET /api/pending-actions/export": () => ({ query: "format=csv&from=2000-01-01T00:00:00Z" }),
  "GET /api/pending-actions/{id}": () => ({ query: "wait=0" }),
  "GET /api/pending-actions/{id}/events": () => ({}),
  "GET /api/pending-actions/{id}/result": () => ({}),
  "POST /api/pending-actions/{id}/cancel": () => ({}),
  "POST /api/pending-actions/{id}/approve": () => ({ body: {} }),
  "POST /api/pending-actions/{id}/reject": () => ({ body: {} }),
  "POST /api/pending-actions/{id}/refine": () => ({ body: { feedback: "other" } }),
  "POST /api/pending-actions/{id}/retry": () => ({ body: {} }),
  "POST /api/pending-actions/{id}/withdraw": () => ({ body: {} }),
  "POST /api/pending-actions/{id}/settle": () => ({ body: { outcome: "failed", note: "no" } }),
  "POST /api/pending-actions/{id}/preview": () => ({ body: { userEdits: { amount: 2 } } }),
  "GET /api/pending-actions/{id}/target": () => ({}),
  "POST /api/pending-actions/{id}/rebase": () => ({ body: {} }),
  "PUT /api/pending-actions/{id}/assignee": () => ({ body: { personId: null, seen: null } }),
  "POST /api/pending-actions/{id}/comments": () => ({ body: { text: "t", forAgent: true } }),
  "POST /api/pending-actions/{id}/comments/{commentId}/reply": () => ({ body: { text: "t" } }),
  "POST /api/pending-actions/{id}/break-glass": () => ({ body: { digest: "0", reason: "It cannot wait any longer" } }),
  "POST /api/pending-actions/{id}/break-glass/review": () => ({ body: { finding: "justified", note: "It was" } }),
  "PUT /api/pending-actions/{id}/time-limit": () => ({ body: { expiresAt: null, seen: null } }),
  "POST /api/pending-actions/batch/{batchId}/approve": ({ pendingActionId }) => ({ body: { items: [{ pendingActionId }] } }),
  "POST /api/pending-actions/decisions": ({ pendingActionId }) => ({
    body: { items: [{ pendingActionId, verdict: "approve" }] },
  }),
  "GET /api/sessions/{sessionId}/proposals": ({ pendingActionId }) => ({ query: `ids=${pendingActionId}` }),
  "GET /api/sessions/{sessionId}/briefing": () => ({}),
  "GET /api/sessions/{sessionId}/refinements": () => ({}),
  "GET /api/refinements": () => ({}),
  "GET /api/events": () => ({}),
  "GET /api/command-line": () => ({}),
  "GET /api/tools": () => ({}),
  "PUT /api/tools": () => ({ body: { tools: [{ name: "pay", risk: 4 }] } }),
  "GET /api/tools/{name}": () => ({}),
  "PUT /api/tools/{name}": () => ({ body: { risk: 4 } }),
  "POST /api/tools/{name}/try": () => ({ body: { toolInput: { amount: 1 } } }),
  "GET /api/groups": () => ({}),
  "PUT /api/groups/{name}": () => ({ body: { description: "d" } }),
  "DELETE /api/groups/{name}": () => ({}),
  "GET /api/agents": () => ({}),
  "POST /api/oauth/review": () => ({ body: { request: {} } }),
  "POST /api/oauth/answer": () => ({ body: { request: {}, allow: false } }),
  "PUT /api/agents/{id}": () => ({ body: { name: crypto.randomUUID() } }),
  "GET /api/upstreams": () => ({}),
  "POST /api/upstreams": () => ({ body: { name: "u", url: CLOSED } }),
  "POST /api/upstreams/check": () => ({ body: { url: CLOSED } }),
  "PUT /api/upstreams/{name}": () => ({ body: { url: CLOSED } }),
  "DELETE /api/upstreams/{name}": () => ({}),
  "POST /api/upstreams/{name}/restart": () => ({ body: {} }),
  "POST /api/upstreams/import": () => ({ body: { settings: '{"mcpServers":{}}' } }),
  "GET /api/notifications": () => ({ query: "limit=5" }),
  "GET /api/pending-actions/{id}/notifications": () => ({}),
  "POST /api/notifications/{id}/repeat": () => ({}),
  "GET /api/notification-preference": () => ({}),
  "POST /api/notification-accounts/{id}/code": () => ({ body: { account: "ada@example.test" } }),
  "PUT /api/notification-accounts/{id}": () => ({ body: { code: "12345678" } }),
  "DELETE /api/notification-accounts/{id}": () => ({}),
  "POST /api/notification-devices": ({ connectionId }) => ({ body: { ...DEVICE, channelId: connectionId } }),
  "POST /api/notification-devices/{id}/test": () => ({}),
  "DELETE /api/notification-devices/{id}": () => ({}),
  "PUT /api/notification-preference": () => ({ body: { channels: [], dailyAt: 540, quiet: null, timeZone: null } }),
  "GET /api/chat/agents": () => ({}),
  "PUT /api/chat/agents/{id}": () => ({ body: { instructions: "Be short." } }),
  "GET /api/chat/sessions": () => ({}),
  "POST /api/chat/sessions": () => ({ body: { agentId: "key_none" } }),
  "GET /api/chat/sessions/{id}": () => ({}),
  "PUT /api/chat/sessions/{id}": () => ({ body: { title: "t" } }),
  "POST /api/chat/sessions/{id}/messages": () => ({ body: { text: "hello" } }),
  "POST /api/chat/sessions/{id}/continue": () => ({ body: {} }),
  "POST /api/chat/sessions/{id}/stop": () => ({ body: {} }),
  "POST /api/chat/sessions/{id}/refine": ({ pendingActionId }) => ({
    body: { items: [{ pendingActionId }], feedback: "other" },
  }),
  "GET /api/chat/sessions/{id}/events": () => ({}),
  "GET /api/connectors": () => ({}),
  "GET /api/connections": () => ({}),
  "POST /api/connections": () => ({ body: { connector: "workspace", name: crypto.randomUUID(), prefix: "other" } }),
  "PUT /api/connections/{id}": () => ({ body: { enabled: true } }),
  "DELETE /api/connections/{id}": () => ({}),
  "POST /api/connections/{id}/test": () => ({ body: {} }),
  "POST /api/connections/{id}/authorization": () => ({ body: {} }),
  "POST /api/connections/authorization": () => ({ body: { query: "state=x&code=y" } }),
  "GET /api/saved-records": () => ({ query: "kind=insight&limit=5" }),
  "POST /api/worker/tools": () => ({ body: { tools: [{ name: "w", description: "w", inputSchema: { type: "object" } }] } }),
  "POST /api/worker/claims": () => ({ body: { tools: ["pay"] } }),
  "POST /api/worker/claims/{id}/heartbeat": () => ({}),
  "POST /api/worker/claims/{id}/complete": () => ({ body: { result: null } }),
  "POST /api/worker/claims/{id}/fail": () => ({ body: { error: { code: "handler", message: "no" } } }),
  "POST /api/worker/previews/{pendingActionId}": () => ({ body: { version: 1, preview: { title: "t" } } }),
  "GET /api/keys": () => ({}),
  "POST /api/keys": () => ({ body: { kind: "user", name: "n" } }),
  "PUT /api/keys/{id}": () => ({ body: { allowedAddresses: ["10.0.0.0/8"], confirm: true } }),
  "POST /api/keys/{id}/rotate": () => ({ body: { overlapSeconds: 0 } }),
  "POST /api/keys/{id}/end-former": () => ({ body: {} }),
  "DELETE /api/keys/{id}": () => ({}),
  "GET /api/members": () => ({}),
  "POST /api/members": () => ({ body: { email: `${crypto.randomUUID()}@example.test`, name: "n", role: "viewer" } }),
  "POST /api/members/{userId}/invitation": () => ({}),
  "PUT /api/members/{userId}": () => ({ body: { role: "viewer" } }),
  "DELETE /api/members/{userId}": () => ({}),
  "GET /api/audit": () => ({ query: "afterSeq=0" }),
  "GET /api/audit/export": () => ({}),
  "POST /api/audit/verify": () => ({ body: {} }),
  "GET /api/pending-actions/{id}/evidence": () => ({}),
  "GET /api/missions/{missionId}/briefing": () => ({}),
  "POST /api/checkpoints": () => ({ body: { label: "l", missionId: "m", batchIds: ["b"] } }),
  "GET /api/checkpoints": () => ({ query: "open=true" }),
  "GET /api/checkpoints/{id}": () => ({}),
  "POST /api/checkpoints/{id}/approve": () => ({ body: { digest: "0" } }),
  "POST /api/checkpoints/{id}/reject": () => ({ body: { digest: "0" } }),
  "GET /api/grants": () => ({}),
  "POST /api/grants": ({ keyId }) => ({
    body: { toolName: "pay", agentId: keyId, allowWhen: "true", maxUses: 1, expiresInSeconds: 60, confirm: true },
  }),
  "POST /api/grants/preview": ({ keyId }) => ({ body: { toolName: "pay", agentId: keyId, allowWhen: "true" } }),
  "POST /api/grants/{id}/revoke": () => ({ body: {} }),
  "GET /api/delegations": () => ({}),
  "POST /api/delegations": () => ({ body: { delegateId: "u", to: "2999-01-01T00:00:00Z" } }),
  "POST /api/delegations/{id}/revoke": () => ({ body: {} }),
  "GET /api/saved-views": () => ({}),
  "POST /api/saved-views": () => ({ body: { page: "inbox", name: crypto.randomUUID(), query: "", shared: true } }),
  "PUT /api/saved-views/{id}": () => ({ body: { name: "other" } }),
  "DELETE /api/saved-views/{id}": () => ({}),
  "GET /api/repeats": () => ({}),
  "POST /api/repeats/{id}/lift": () => ({ body: { forget: true } }),
  "GET /api/safety": () => ({ query: "days=7" }),
  "GET /api/insights": () => ({ query: "days=7" }),
  "GET /api/break-glass": () => ({}),
  "GET /api/me": () => ({}),
  "GET /api/emergency-stop": () => ({}),
  "POST /api/emergency-stop": () => ({ body: { reason: "r" } }),
  "POST /api/emergency-stop/lift": () => ({ body: { note: "n" } }),
  "GET /api/content/types": () => ({}),
  "PUT /api/content/types/{kind}/{name}": () => ({ body: { title: "Thing", fields: [], languages: [] } }),
  "GET /api/content/elements": () => ({ query: "kind=object&folder=/" }),
  "POST /api/content/elements": () => ({ body: { kind: "tag", type: "tag", path: `/${crypto.randomUUID()}` } }),
  "GET /api/content/elements/{id}": () => ({}),
  "PUT /api/content/elements/{id}": () => ({ body: { version: "r1", set: { text: "other" } } }),
  "GET /api/content/elements/{id}/revisions": () => ({}),
  "GET /api/content/elements/{id}/page": () => ({}),
  "GET /api/pending-actions/{id}/page/{side}": () => ({}),
  "POST /api/content/assets": () => ({ query: "path=/other.txt" }),
  "GET /api/widgets/{sha256}": () => ({}),
  "GET /api/content/files/{hash}": () => ({}),
  "GET /api/content/rights": () => ({}),
  "PUT /api/content/rights": () => ({ body: { items: [] } }),
  "GET /api/settings": () => ({}),
  "PUT /api/settings": () => ({ body: { newApproverWaitSeconds: 0, confirm: true } }),
  "GET /api/content/export": () => ({}),
  "POST /api/content/import": () => ({ body: { format: "countersign-content/1", types: [], elements: [] } }),
  "POST /api/content/sample": () => ({ body: {} }),
  "GET /api/studio/tools": () => ({}),
  "POST /api/studio/tools": () => ({ body: { name: `other_${crypto.randomUUID()}`, draft: STUDIO_DRAFT } }),
  "GET /api/studio/tools/{name}": () => ({}),
  "PUT /api/studio/tools/{name}": () => ({ body: { draft: STUDIO_DRAFT, draftVersion: 1 } }),
  "DELETE /api/studio/tools/{name}": () => ({}),
  "POST /api/studio/tools/{name}/runs": () => ({ body: { input: {}, draftVersion: 1 } }),
  "GET /api/studio/tools/{name}/runs": () => ({}),
  "GET /api/studio/tools/{name}/publication": () => ({}),
  "POST /api/studio/tools/{name}/publish": () => ({ body: { draftVersion: 1 } }),
  "POST /api/studio/tools/{name}/retire": () => ({ body: {} }),
  "GET /api/studio/tools/{name}/versions": () => ({}),
  "POST /api/studio/tools/{name}/versions/{version}/restore": () => ({ body: { draftVersion: 1 } }),
};

const guarded = ROUTES.filter(({ who }) => who !== "public");
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function sampleOf(route: Route) {
  const { query = "", body } = SAMPLES[nameOf(route)]?.(ids) ?? {};
  const idOf: Record<string, string> = {
    id: /^\/api\/(keys|agents)/.test(route.path)
      ? ids.keyId
      : /^\/api\/(connections|notification-accounts)/.test(route.path)
        ? ids.connectionId
        : route.path.startsWith("/api/content")
          ? content.elementId
          : route.path.startsWith("/api/saved-views")
            ? ids.viewId
            : ids.pendingActionId,
    kind: "object",
    side: "proposed",
    hash: content.hash,
    sha256: sha256Hex(WIDGET),
    sessionId: MARK,
    missionId: MARK,
    commentId: "no-such-comment",
    name: route.path.startsWith("/api/content") ? "thing" : route.path.startsWith("/api/studio") ? STUDIO_TOOL : "pay",
    version: "1",
    ...ids,
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf[name] ?? ""));
  // HEAD runs the route without opening a stream.
  return { method: route.path === "/api/events" ? "HEAD" : route.method, path, query, body };
}

test("every guarded route has a sample here", () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(guarded.map(nameOf).sort());
});

/** Everything of our workspace that a stranger could have changed. */
async function dumpOurs(): Promise<string> {
  const { kysely } = real.ours.database;
  const scope = real.ours.agent.workspaceId;
  return JSON.stringify([
    await kysely.selectFrom("action").selectAll().where("workspaceId", "=", scope).orderBy("id").execute(),
    await kysely.selectFrom("decision").selectAll().where("workspaceId", "=", scope).orderBy("id").execute(),
    await kysely.selectFrom("tool").selectAll().where("workspaceId", "=", scope).orderBy("name").execute(),
    await kysely.selectFrom("member").selectAll().where("workspaceId", "=", scope).orderBy("userId").execute(),
    await kysely.selectFrom("apiKey").select(["id", "revokedAt"]).where("workspaceId", "=", scope).orderBy("id").execute(),
    await kysely.selectFrom("savedView").selectAll().where("workspaceId", "=", scope).orderBy("id").execute(),
    await kysely.selectFrom("connection").selectAll().where("workspaceId", "=", scope).orderBy("id").execute(),
    (await sql`select * from content_element where workspace_id = ${scope} order by id`.execute(kysely)).rows,
    await kysely.selectFrom("studioTool").selectAll().where("workspaceId", "=", scope).orderBy("name").execute(),
    await kysely.selectFrom("studioRun").selectAll().where("workspaceId", "=", scope).orderBy("id").execute(),
    await kysely.selectFrom("auditHead").select("seq").where("workspaceId", "=", scope).execute(),
  ]);
}

describe.each(["viewer", "approver", "admin", "agent", "worker"] as const)("%s", (name) => {
  test("G9 of another workspace sees and changes nothing of ours on any route", async () => {
    const wrong: unknown[] = [];
    for (const route of guarded) {
      const before = await dumpOurs();
      const { method, path, query, body } = sampleOf(route);
      for (const scope of ["", `workspaceId=${real.ours.agent.workspaceId}`]) {
        const { status, text } = await ask(method, `${path}?${query}&${scope}`, real.theirKeys[name], body);
        // Ids that the caller sent itself may be in its answer.
        const leaks = text.includes(MARK) || text.includes(real.ours.agent.workspaceId);
        if (status >= 500 || leaks || (scope !== "" && status !== 403)) wrong.push([nameOf(route), scope, status, text]);
      }
      if ((await dumpOurs()) !== before) wrong.push([nameOf(route), "changed something"]);
    }
    expect(wrong).toEqual([]);
    expect(real.faults).toEqual([]);
  });

  test("of ours is answered by the route's audience, never by a fault", async () => {
    const wrong: unknown[] = [];
    for (const route of guarded.filter((each) => nameOf(each) !== "DELETE /api/members/{userId}")) {
      const { method, path, query, body } = sampleOf(route);
      const { status, text } = await ask(method, `${path}?${query}`, real.ourKeys[name], body);
      const mayNot = route.decides && ["agent", "worker", "viewer"].includes(name);
      if (text.includes(SECRET)) wrong.push([nameOf(route), "shows a credential"]);
      const may =
        name === "admin" &&
        route.needsSignIn !== true &&
        ["member", "reader", "approver", "admin", "anyone"].includes(route.who);
      if (status >= 500 || (mayNot && status !== 403) || (may && [401, 403].includes(status)))
        wrong.push([nameOf(route), status, text]);
    }
    expect(wrong).toEqual([]);
    expect(real.faults).toEqual([]);
  });
});

async function ask(method: string, path: string, key: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await real.send(method, path, key, body);
  return { status: response.status, text: await response.text() };
}

test("G7 a key of an agent or worker gets 403 on every decision route, and the action stays pending", async () => {
  const decisions = guarded.filter(({ decides }) => decides);
  expect(decisions).toHaveLength(18);
  for (const route of decisions) {
    for (const key of [real.ourKeys.agent, real.ourKeys.worker, real.theirKeys.agent, real.theirKeys.worker]) {
      const { path, body } = sampleOf(route);
      expect([nameOf(route), (await real.send("POST", path, key, body)).status]).toEqual([nameOf(route), 403]);
    }
  }
  expect(
    await (await real.send("GET", `/api/pending-actions/${ids.pendingActionId}`, real.ourKeys.admin)).json(),
  ).toMatchObject({
    status: "pending",
    version: 1,
    decisions: [],
  });
});

test("G9 the live stream of another workspace stays silent about ours", async () => {
  const stop = new AbortController();
  /** Returns a function that reads on until the stream has told the words or has ended, and returns all it has told. */
  const open = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, "last-event-id": "0" };
    const { body } = await real.app.request("/api/events", { headers }, { closing: stop.signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    return async (words: string): Promise<string> => {
      for (;;) {
        if (told.includes(words)) return told;
        const { done, value } = await reader.read();
        if (done) return told;
        told += value;
      }
    };
  };
  const [readTheirs, readOurs] = [await open(real.theirKeys.admin), await open(real.ourKeys.viewer)];
  const answer = await real.send("POST", `/api/pending-actions/${ids.pendingActionId}/reject`, real.ourKeys.approver, {});
  expect(answer.status).toBe(200);
  const rejected = `{"id":"${ids.pendingActionId}","status":"rejected","version":2}`;
  const told = await readOurs(rejected);
  // An event of their own, after ours: once their stream tells it, it would have told ours too.
  const marker = { toolName: "pay", toolInput: { amount: 9 } };
  const made = await real.send("POST", "/api/pending-actions", real.theirKeys.agent, marker);
  const { pendingActionId: markerId } = (await made.json()) as { pendingActionId: string };
  await readTheirs(`{"id":"${markerId}"`);
  stop.abort();
  const theirs = await readTheirs("nothing: read to the end");
  expect(theirs).toContain(`{"id":"${markerId}"`);
  expect(theirs).not.toContain(ids.pendingActionId);
  expect(told).toContain(`event: action.created`);
  expect(told).toContain(rejected);
});
