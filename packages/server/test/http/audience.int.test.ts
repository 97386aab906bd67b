import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROUTES } from "./all-routes.ts";
import { signInByLink } from "../identity/support.ts";
import { need } from "../support/gate.ts";
import { addressOf, startFakeApp } from "./fake-parts.ts";
import { openRealApp } from "./real-app.ts";
import { CREDENTIALS, ROUTE_MATRIX, type Credential } from "./route-matrix.ts";

/** Shared by all tests, because it keeps only the recorded calls. */
const app = await startFakeApp();
beforeEach(() => void (app.calls.length = 0));

let real: Awaited<ReturnType<typeof openRealApp>>;
let walls: Awaited<ReturnType<typeof startFakeApp>>;
let headersOf: Record<Credential, Record<string, string>>;
beforeAll(async () => {
  real = await openRealApp();
  // Real authentication and authorization before a fake engine that records whether it was reached.
  walls = await startFakeApp({ identity: real.identity });
  const { admin, approver, viewer } = real.ours.people;
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const session = async (userId: string) => ({
    cookie: await signInByLink(real.identity, userId, "http://localhost:7420"),
    origin: "http://localhost:7420",
  });
  const weak = need(await real.identity.createKey(admin, { kind: "user", name: "weak", role: "viewer" }));
  const gone = need(await real.identity.createKey(admin, { kind: "agent", name: "gone" }));
  need(await real.identity.revokeKey(admin, gone.id));
  headersOf = {
    nothing: {},
    "a key that is unknown": bearer(`${real.ourKeys.admin}x`),
    "a key that was revoked": bearer(gone.key),
    "an agent's key": bearer(real.ourKeys.agent),
    "a worker's key": bearer(real.ourKeys.worker),
    "a viewer's token": bearer(real.ourKeys.viewer),
    "a viewer's session": await session(viewer.id),
    "an approver's token": bearer(real.ourKeys.approver),
    "an approver's session": await session(approver.id),
    "an administrator's token": bearer(real.ourKeys.admin),
    "an administrator's session": await session(admin.id),
    "an administrator's token with the role viewer": bearer(weak.key),
    "an administrator of another workspace": bearer(real.theirKeys.admin),
  };
});
afterAll(() => real.close());

test.each(CREDENTIALS)("G7 every route answers by its audience: %s", async (credential) => {
  const wrong: unknown[] = [];
  for (const { route, data, access } of ROUTE_MATRIX) {
    const { answers } = access.find((one) => one.credential === credential)!;
    walls.calls.length = 0;
    // HEAD runs the route without opening a stream.
    const method = ["/api/events", "/api/audit/export", "/api/pending-actions/export"].includes(data.path)
      ? "HEAD"
      : data.method;
    const scope = credential === "an administrator of another workspace" ? `?workspaceId=${real.ours.agent.workspaceId}` : "";
    const body = data.method === "GET" ? undefined : "{ not json";
    const response = await walls.send(method, addressOf(data) + scope, undefined, body, headersOf[credential]);
    const { status } = response;
    const isRight = answers === "admitted" ? status !== 401 && status !== 403 : status === answers && walls.calls.length === 0;
    if (!isRight) wrong.push([route, answers, status]);
    await response.body?.cancel();
  }
  expect(wrong).toEqual([]);
});

test("the matrix of routes and credentials leaves no route and no credential out", () => {
  expect(ROUTE_MATRIX.map(({ route }) => route)).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`));
  for (const { access } of ROUTE_MATRIX) expect(access.map(({ credential }) => credential)).toEqual(CREDENTIALS);
});

test("every decision route is for approvers and is marked as a decision", () => {
  const decisions = ROUTES.filter(({ path }) =>
    /(\}\/(approve|reject|refine|retry|settle|preview|rebase|lift)|\/decisions)$/.test(path),
  );
  expect(decisions.map(({ path }) => path)).toHaveLength(13);
  for (const route of decisions) expect(route).toMatchObject({ who: "approver", decides: true, method: "POST" });
});

test.each(["agent", "worker"])("a key of kind %s gets 403 on every decision route whatever it sends", async (key) => {
  const { send, calls } = app;
  for (const route of ROUTES.filter(({ decides }) => decides)) {
    for (const query of ["", "?workspaceId=elsewhere", "?workspace_id=%00"]) {
      for (const body of [undefined, "{", JSON.stringify({ a: "x".repeat(2_000_000) })]) {
        const response = await send("POST", addressOf(route) + query, key, body);
        expect([route.path, response.status]).toEqual([route.path, 403]);
        expect(await response.json()).toMatchObject({ code: "FORBIDDEN" });
      }
    }
  }
  expect(calls).toEqual([]);
});

test.each(["?workspaceId=ws2", "?workspace_id=ws2"])("a workspace that is not the caller's is refused: %s", async (query) => {
  const { send, calls } = app;
  for (const route of ROUTES.filter(({ who }) => who !== "public")) {
    const response = await send(route.method, addressOf(route) + query, "admin");
    expect([route.path, response.status]).toEqual([route.path, 403]);
  }
  expect(calls).toEqual([]);
});
