import { expect, test } from "vitest";
import { ROUTES } from "./all-routes.ts";
import { addressOf, startFakeApp } from "./fake-parts.ts";

const APPROVE = "/api/pending-actions/a/approve";
const OWN = "http://localhost:7420";
const statusOf = async (path: string, init: RequestInit) => (await (await startFakeApp()).app.request(path, init)).status;
const json = { "content-type": "application/json" };
const approve = (headers: Record<string, string>) =>
  statusOf(APPROVE, { method: "POST", body: "{}", headers: { ...json, ...headers } });

test.each(["evil.example", "localhost.evil.example", "evil.example:7420", "0.0.0.0", ""])(
  "a foreign Host is refused: %j",
  async (host) => {
    expect(await statusOf("/healthz", { headers: { host } })).toBe(403);
  },
);

test.each(["localhost", "LOCALHOST:7420", "127.0.0.1:9999"])("an own Host is served: %s", async (host) => {
  expect(await statusOf("/healthz", { headers: { host } })).toBe(200);
});

test.each([
  ["own", OWN, 200],
  ["of the name that was asked", "http://127.0.0.1:7420", 200],
  ["of another site", "https://evil.example", 403],
  ["of another port", "http://localhost:1", 403],
  ["opaque", "null", 403],
  ["of another scheme", "https://localhost:7420", 403],
])("a change with an Origin that is %s gives %s -> %i", async (_name, origin, status) => {
  const host = "127.0.0.1:7420";
  expect(await approve({ authorization: "Bearer admin", host, origin })).toBe(status);
  expect(await approve({ cookie: "session=admin", host, origin })).toBe(status);
});

test("a change by cookie has to show that our own page made it; one by token need not", async () => {
  expect(await approve({ cookie: "session=admin" })).toBe(403);
  expect(await approve({ cookie: "session=admin", "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await approve({ cookie: "session=admin", "sec-fetch-site": "same-origin" })).toBe(200);
  expect(await approve({ authorization: "Bearer admin" })).toBe(200);
});

test("a read by cookie from another site's page is refused, one from a link is not", async () => {
  expect(await statusOf("/api/me", { headers: { cookie: "session=admin", origin: "https://evil.example" } })).toBe(403);
  expect(await statusOf("/api/me", { headers: { cookie: "session=admin" } })).toBe(200);
});

test("no cookie changes anything on any route without our Origin", async () => {
  const { app, calls } = await startFakeApp();
  for (const { method, ...route } of ROUTES.filter((each) => each.method !== "GET")) {
    const path = addressOf({ method, ...route });
    const response = await app.request(path, { method, headers: { ...json, cookie: "session=admin" }, body: "{}" });
    expect([path, response.status]).toEqual([path, 403]);
  }
  expect(calls).toEqual([]);
});

const of = (port: string) => (name: string) => `${port}.${name}`;

test("GET and HEAD call nothing that writes", async () => {
  const reads = [
    "actions.list",
    "actions.counts",
    "actions.get",
    "actions.readResult",
    "actions.wait",
    "actions.timeline",
    "targets.read",
    "audit.evidence",
    "emergency.read",
    "reports.insights",
    "reports.safety",
    "tools.list",
    "tools.widget",
    "groups.list",
    "agents.list",
    "actions.proposals",
    "actions.briefing",
    "actions.refinements",
    "checkpoints.get",
    "checkpoints.list",
    "delegations.list",
    "glassReviews.list",
    "grants.list",
    "repeats.list",
    "savedRecords.list",
    "savedViews.list",
    "audit.page",
    "events.after",
    "listKeys",
    "listMembers",
    "workspaceSettings",
    ...["types", "elements", "element", "revisions", "page", "proposalPage", "file", "rights", "export"].map(of("content")),
    ...["list", "find", "runs", "publication", "versions"].map(of("studio")),
    ...["agents", "sessions", "read", "changesAfter"].map(of("chat")),
    ...["list", "ofAction", "ownPreference"].map(of("notifications")),
    "upstreams.list",
    "connections.connectors",
    "connections.list",
  ];
  const { send, calls } = await startFakeApp({
    engine: {
      audit: { page: async () => ({ ok: true, value: [] }) },
      actions: { list: async () => ({ ok: true, value: { items: [], nextCursor: null } }) },
    },
  });
  for (const route of ROUTES.filter(({ method, path }) => method === "GET" && path !== "/api/events")) {
    await send("GET", `${addressOf(route)}?ids=a`, "admin");
    await send("HEAD", `${addressOf(route)}?ids=a`, "admin");
  }
  expect(calls.filter(({ name }) => !reads.includes(name))).toEqual([]);
});

test("a client elsewhere that names this machine in `Host` gets no metrics", async () => {
  const settings = { publicUrl: "http://localhost", allowedHosts: ["localhost"] };
  const { app } = await startFakeApp({ settings });
  const status = async (remoteAddress: string): Promise<number> =>
    (
      await app.request(
        "/metrics",
        { headers: { host: "localhost" } },
        { incoming: { socket: { remoteAddress }, headers: {} } },
      )
    ).status;
  expect(await status("127.0.0.1")).toBe(200);
  expect(await status("::ffff:127.0.0.1")).toBe(200);
  expect(await status("10.0.0.5")).toBe(401);
  expect(await status("::ffff:10.0.0.5")).toBe(401);
});

test("metrics are for this machine and for administrators", async () => {
  const settings = { publicUrl: "http://gate.example", allowedHosts: ["gate.example", "localhost"] };
  const { app } = await startFakeApp({ settings });
  const status = async (headers: Record<string, string>) => (await app.request("/metrics", { headers })).status;
  expect(await status({ host: "gate.example" })).toBe(401);
  expect(await status({ host: "gate.example", authorization: "Bearer approver" })).toBe(403);
  expect(await status({ host: "gate.example", authorization: "Bearer admin" })).toBe(200);
  const response = await app.request("/metrics", { headers: { host: "localhost" } });
  expect(await response.text()).toContain(
    'countersign_http_request_duration_seconds_count{method="GET",route="/metrics",status="401"} 1',
  );
});
