import { beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "../../src/http/route.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { addressOf, PRINCIPALS, startFakeApp, type PrincipalName } from "./fake-parts.ts";

/** One for all, as it keeps nothing but what was called. */
const app = await startFakeApp();
beforeEach(() => void (app.calls.length = 0));

const ADMITTED: Record<Audience, readonly PrincipalName[]> = {
  public: PRINCIPALS,
  anyone: PRINCIPALS,
  member: ["viewer", "approver", "admin"],
  reader: ["viewer", "approver", "admin", "agent"],
  approver: ["approver", "admin"],
  admin: ["admin"],
  agent: ["agent"],
  worker: ["worker"],
};

describe.each(ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route })))("$name", ({ route }) => {
  test.each([...PRINCIPALS, undefined])("answers %s by its audience", async (name) => {
    const { send, calls } = app;
    // HEAD runs the same route without opening a stream.
    const method = route.path === "/api/events" ? "HEAD" : route.method;
    const response = await send(method, addressOf(route), name, route.method === "GET" ? undefined : "{ not json");
    const admitted = route.who === "public" || (name !== undefined && ADMITTED[route.who].includes(name));
    if (admitted) {
      expect([401, 403]).not.toContain(response.status);
    } else {
      expect(response.status).toBe(name === undefined ? 401 : 403);
      expect(calls).toEqual([]);
    }
  });
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
