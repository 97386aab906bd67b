import { afterAll, beforeAll, expect, test } from "vitest";
import { openRealApp } from "./real-app.ts";

let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

const NAUGHTY = [
  "\u0000",
  "a\u0000b",
  "\u202eabc\u2066\u200b\ufeff",
  "'; drop table action; --",
  "<script>alert(1)</script>",
  "{{7*7}} ${7*7} %s %n",
  "../../etc/passwd",
  "👩‍👩‍👧‍👦🇩🇪",
  "Ω≈ç√∫˜µ≤≥÷ ﷽ ​",
  "\r\nSet-Cookie: a=b\n\ndata: x",
  "__proto__",
  "constructor",
  "1e999",
  "-0",
  "\\u0000\\",
  " ",
  "x".repeat(9_000),
];

const propose = (body: object) => real.send("POST", "/api/pending-actions", real.ourKeys.agent, body);
const countActions = async () => (await real.ours.database.kysely.selectFrom("action").select("id").execute()).length;

test.each(NAUGHTY)("%j in the input comes back byte for byte", async (text) => {
  const toolInput = JSON.parse(`{"amount":1,"note":${JSON.stringify({ text, list: [text] })}}`) as object;
  const response = await propose({ toolName: "pay", toolInput });
  expect(response.status).toBe(202);
  const { pendingActionId } = (await response.json()) as { pendingActionId: string };
  const action = (await (await real.send("GET", `/api/pending-actions/${pendingActionId}`, real.ourKeys.admin)).json()) as {
    toolInput: unknown;
  };
  expect(action.toolInput).toEqual(toolInput);
});

test.each(NAUGHTY)("%j in every field and address is stored as it is or refused with a path, never a fault", async (text) => {
  for (const field of ["toolName", "missionId", "sessionId", "batchId", "caption", "idempotencyKey", "supersedes"]) {
    const before = await countActions();
    const body = { toolName: "pay", toolInput: { amount: 1 }, [field]: text };
    const response = await propose(body);
    const answer = (await response.json()) as { pendingActionId?: string; errors?: { path: string }[] };
    if (response.status === 202) {
      const stored = await (
        await real.send("GET", `/api/pending-actions/${answer.pendingActionId ?? ""}`, real.ourKeys.admin)
      ).json();
      if (field !== "idempotencyKey") expect(stored).toMatchObject({ [field]: text });
    } else {
      expect([field, response.status]).toEqual([field, expect.toBeOneOf([404, 409, 422])]);
      if (response.status === 422) expect(answer.errors?.[0]?.path).toBe(`/${field}`);
      expect(await countActions()).toBe(before);
    }
  }
  const faults: string[] = [];
  const part = encodeURIComponent(text);
  const { admin, approver } = real.ourKeys;
  for (const [method, path, body] of [
    ["GET", `/api/pending-actions/${part}`],
    ["GET", `/api/pending-actions?q=${part}&toolName=${part}&batchId=${part}`],
    ["GET", `/api/pending-actions?cursor=${part}`],
    ["GET", `/api/pending-actions/export?format=csv&q=${part}&decidedBy=${part}`],
    ["GET", `/api/pending-actions?from=${part}&until=${part}`],
    ["GET", `/api/sessions/${part}/briefing`],
    ["GET", `/api/sessions/${part}/proposals?ids=${part}`],
    ["GET", `/api/sessions/${part}/refinements`],
    ["GET", `/api/tools/${part}`],
    ["GET", `/api/audit?actionId=${part}`],
    ["GET", `/api/audit?agentId=${part}&toolName=${part}`],
    ["DELETE", `/api/keys/${part}`],
    ["POST", `/api/pending-actions/${part}/approve`, {}],
    ["POST", `/api/pending-actions/batch/${part}/approve`, { items: [{ pendingActionId: text }] }],
    [
      "POST",
      "/api/pending-actions/decisions",
      { items: [{ pendingActionId: text, verdict: "reject", reason: text, digest: text.slice(0, 90) }] },
    ],
    ["PUT", `/api/tools/${part}`, { group: text }],
    ["POST", "/api/keys", { kind: "user", name: text }],
  ] as const) {
    const response = await real.send(method, path, method === "POST" ? approver : admin, body);
    if (response.status >= 500) faults.push(`${method} ${path} ${await response.text()}`);
  }
  expect([...faults, ...real.faults]).toEqual([]);
});

test("edits with a key named __proto__ change nothing and are no fault", async () => {
  const { pendingActionId } = (await (await propose({ toolName: "pay", toolInput: { amount: 1 } })).json()) as {
    pendingActionId: string;
  };
  const { digest } = (await (await real.send("GET", `/api/pending-actions/${pendingActionId}`, real.ourKeys.admin)).json()) as {
    digest: string;
  };
  const response = await real.app.request(`/api/pending-actions/${pendingActionId}/approve`, {
    method: "POST",
    headers: { authorization: `Bearer ${real.ourKeys.admin}`, "content-type": "application/json" },
    body: `{"userEdits":{"__proto__":{"polluted":true}},"digest":"${digest}"}`,
  });
  expect(response.status).toBe(422);
  expect(((await response.json()) as { errors: { path: string }[] }).errors[0]?.path).toContain("__proto__");
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(await (await real.send("GET", `/api/pending-actions/${pendingActionId}`, real.ourKeys.admin)).json()).toMatchObject({
    status: "pending",
    userEdits: null,
  });
});
