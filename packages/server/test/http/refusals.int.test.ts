import { ERRORS, type ErrorCode } from "@countersign/protocol";
import { expect, test } from "vitest";
import { refuse } from "../../src/core/refusal.ts";
import { startFakeApp } from "./fake-parts.ts";

const APPROVE = "/api/pending-actions/a/approve";

test.each(Object.keys(ERRORS) as ErrorCode[])("%s leaves as a problem with the status of the table", async (code) => {
  const { send } = await startFakeApp({ engine: { decisions: { approve: async () => refuse(code, "Because.") } } });
  const response = await send("POST", APPROVE, "admin", {});
  expect(response.status).toBe(ERRORS[code].status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const { status, title, hint } = ERRORS[code];
  expect(await response.json()).toEqual({ type: `/docs#${code}`, title, status, code, detail: "Because.", hint });
});

test("a decision that came second carries the row and who was first", async () => {
  const resolvedBy = { kind: "user", id: "u", name: "First" } as const;
  const current = { id: "a", status: "approved" } as never;
  const { send } = await startFakeApp({
    engine: { decisions: { approve: async () => refuse("INVALID_STATE", "Decided.", { current, resolvedBy }) } },
  });
  expect(await (await send("POST", APPROVE, "admin", {})).json()).toMatchObject({
    current: { id: "a", status: "approved" },
    resolvedBy,
  });
});

test("who may try later is told when, and who is unknown how to sign in", async () => {
  const { send } = await startFakeApp({ engine: { decisions: { approve: async () => refuse("UNAVAILABLE", "Later.") } } });
  expect((await send("POST", APPROVE, "admin", {})).headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await send("POST", APPROVE, undefined, {})).headers.get("www-authenticate")).toBe("Bearer");
});

test("an unexpected fault says nothing of itself to the client, and all to the log", async () => {
  const { send, logged } = await startFakeApp({
    engine: { decisions: { approve: () => Promise.reject(new Error("secret table is gone")) } },
  });
  const response = await send("POST", APPROVE, "admin", {});
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: "INTERNAL" });
  expect(text).not.toContain("secret");
  expect(logged.join()).toContain("secret table is gone");
});

test("an unknown address is a 404 problem, a wrong method a 405 with Allow", async () => {
  const { send } = await startFakeApp();
  for (const path of ["/api", "/api/nothing", "/api/pending-actions/a/approve/b", "/nothing.js", "/mcp"]) {
    const response = await send("GET", path, "admin");
    expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 404, "application/problem+json"]);
  }
  const response = await send("DELETE", "/api/tools/t", "admin");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, PUT");
  expect((await send("OPTIONS", APPROVE, undefined, undefined, { origin: "https://evil.example" })).status).toBe(405);
});

test("no answer invites another site in, and every answer has the security headers", async () => {
  const { send } = await startFakeApp();
  for (const [method, path, by] of [
    ["GET", "/api/me", "admin"],
    ["GET", "/api/me", undefined],
    ["GET", "/nothing.js", undefined],
    ["GET", "/docs", undefined],
    ["GET", "/", undefined],
    ["PATCH", "/api/me", "admin"],
  ] as const) {
    const { headers } = await send(method, path, by);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("a proposal that waits is 202, one that is over is 200, a new key is 201", async () => {
  const outcome = { pendingActionId: "a", toolName: "t", message: "" };
  const statuses = ["queued", "approved", "executing", "executed", "rejected", "outcome_unknown"] as const;
  const answers: number[] = [];
  for (const status of statuses) {
    const { send } = await startFakeApp({
      engine: { proposals: { propose: async () => ({ ok: true, value: { ...outcome, status } }) } },
    });
    answers.push((await send("POST", "/api/pending-actions", "agent", { toolName: "t", toolInput: {} })).status);
  }
  expect(answers).toEqual([202, 202, 202, 200, 200, 200]);
  const { send } = await startFakeApp();
  expect((await send("POST", "/api/keys", "admin", { kind: "agent", name: "n" })).status).toBe(201);
});
