import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../http/all-routes.ts";
import { findWrong, openHostileGate, pathsOf, type HostileGate } from "./support/hostile-gate.ts";
import { hasNul, LONG, NAUGHTY } from "./support/naughty-strings.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const LIST = "/api/pending-actions";
const notWhole = ["", "x", "-1", "1.5", "1e2", "0x10", "٣", "1%20", "+1", "9".repeat(16), "1,2", "%00", "NaN", "null"];
const BAD_QUERIES: [path: string, name: string, values: string[]][] = [
  [LIST, "limit", [...notWhole, "0", "201", "9007199254740993"]],
  [LIST, "risk", [...notWhole, "6"]],
  [LIST, "status", ["done", "pending,done", "PENDING", "pending;x", "__proto__", "toString", "%00", "pending%20"]],
  [
    LIST,
    "cursor",
    [
      "x",
      "e30",
      "bnVsbA",
      "W10",
      "WyIxIl0",
      "MTIz",
      "%00",
      "/../",
      "x".repeat(501),
      btoa('["99999999999999999999","x"]'),
      btoa("99999999999999999999:x"),
      btoa('{"createdAtMicros":"1e3","id":"x"}'),
      btoa("99999999999999999999.x"),
    ],
  ],
  ...["toolName", "missionId", "sessionId", "batchId", "q"].map((name): [string, string, string[]] => [
    LIST,
    name,
    ["%00", "a%00b", "x".repeat(501)],
  ]),
  [`${LIST}/{id}`, "wait", [...notWhole, "601"]],
  ["/api/audit", "limit", [...notWhole, "0", "1001"]],
  ["/api/audit", "afterSeq", notWhole],
  ["/api/audit", "actionId", ["%00", "x".repeat(501)]],
  ["/api/sessions/s/proposals", "ids", ["%00", "a,b%00", "x".repeat(501), Array(201).fill("x").join(",")]],
];

test.each(BAD_QUERIES)("%s refuses a bad %s with its path", async (path, name, values) => {
  const id = await gate.propose({});
  const before = await gate.stored();
  const wrong = await findWrong(values, async (value) => {
    const answer = await gate.get("admin", `${path.replace("{id}", id)}?${name}=${value}`);
    const isNamed = answer.status === 422 && pathsOf(answer).some((at) => at === `/${name}` || at.startsWith(`/${name}/`));
    return isNamed ? [] : [[value, answer]];
  });
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
});

test("a parameter given twice is a list where lists are known, and refused elsewhere", async () => {
  const both = await gate.get("admin", `${LIST}?status=pending&status=executed&toolName=note`);
  expect(both.status).toBe(200);
  expect(pathsOf(await gate.get("admin", `${LIST}?limit=1&limit=2`))).toEqual(["/limit"]);
  expect((await gate.get("admin", `${LIST}?limit[]=0&status[$ne]=x&__proto__[x]=1&constructor=2`)).status).toBe(200);
});

test("a search takes every character as itself", async () => {
  const texts = ["50%", "a_b", "axb", "back\\slash", "'quote'", "(paren", "[set]", "*", "x".repeat(400)];
  for (const text of texts) await gate.propose({ n: 1 }, { caption: text });
  for (const text of texts) {
    const { json } = await gate.get("admin", `${LIST}?q=${encodeURIComponent(text)}&limit=200`);
    expect((json as { items: { caption: string }[] }).items.map(({ caption }) => caption)).toEqual([text]);
  }
});

/** Path segments that are never a valid id. */
const STRANGE_IDS = [
  "%00",
  "a%00b",
  "__proto__",
  "constructor",
  "%2F",
  "%20",
  "%0d%0aX:%20y",
  "%EF%BB%BF",
  "..%2f..%2fapi%2fkeys",
  "%2e%2e%2f",
  "a%2Fapprove",
  "%",
  "%ff%fe",
  "%c0%af",
  "%ed%a0%80",
  "x".repeat(8000),
  ";a=b",
  "a:b",
  ":",
  "a:b:c",
];

test("strange ids in any address are never a fault and change nothing", async () => {
  const before = await gate.stored();
  const routes = ROUTES.filter(({ path, who }) => path.includes("{") && who !== "public");
  const naughty = NAUGHTY.filter((text) => !["", ".", ".."].includes(text)).map(encodeURIComponent);
  // Sends each strange id to every fifth route (with `npm run test:long` to all), and each naughty string to one route.
  const each = LONG ? 1 : 5;
  const calls = [
    ...STRANGE_IDS.flatMap((id, n) => routes.filter((_, m) => (m + n) % each === 0).map((route) => ({ id, route }))),
    ...naughty.map((id, n) => ({ id, route: routes[n % routes.length]! })),
  ];
  const wrong = await findWrong(calls, async ({ id, route: { method, path, who } }) => {
    const body = method === "GET" || method === "DELETE" ? {} : { body: BODY[path.split("/").at(-1) ?? ""] ?? {} };
    const query = path.endsWith("/proposals") ? `?ids=${id}` : "";
    const by = who === "agent" || who === "worker" ? who : "admin";
    const answer = await gate.send(by, method, path.replace(/\{\w+\}/, id) + query, body);
    const isRead = method === "GET" && /^\/api\/(sessions|missions)\//.test(path);
    return answer.status >= 500 || (answer.status < 400 && !isRead) ? [[method, path, id, answer]] : [];
  });
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
}, 300_000);

const BODY: Record<string, object> = {
  refine: { feedback: "f" },
  settle: { outcome: "failed", note: "n" },
  preview: { userEdits: {} },
  complete: { result: null },
  fail: { error: { code: "handler", message: "m" } },
  "{pendingActionId}": { version: 1, preview: { title: "t" } },
  "{userId}": { role: "viewer" },
  "{name}": { risk: 3 },
};

test("ids in a body that are mixed up decide only what they name", async () => {
  const [one, two, other] = [
    await gate.propose({ n: 1 }, { batchId: "mixed" }),
    await gate.propose({ n: 2 }, { batchId: "mixed" }),
    await gate.propose({ n: 3 }, { batchId: "elsewhere" }),
  ];
  const before = await gate.stored();
  const digest = await gate.digestOf(one);
  const withDigest = (items: object[]) => ({ items: items.map((item) => ({ digest, ...item })) });
  const approve = (items: object[]) => gate.post("admin", `${LIST}/batch/mixed/approve`, withDigest(items));
  const decide = (items: object[]) => gate.post("admin", `${LIST}/decisions`, withDigest(items));
  expect(pathsOf(await approve([{ pendingActionId: one }, { pendingActionId: one }]))).toEqual(["/items/1/pendingActionId"]);
  const twice = [
    { pendingActionId: two, verdict: "approve" },
    { pendingActionId: one, verdict: "approve" },
    { pendingActionId: two, verdict: "reject" },
  ];
  expect(pathsOf(await decide(twice))).toEqual(["/items/2/pendingActionId"]);
  expect(await gate.stored()).toBe(before);

  const strange = NAUGHTY.filter((text) => !hasNul(text) && text.length <= 100).slice(0, 190);
  const many = await decide(strange.map((pendingActionId) => ({ pendingActionId, verdict: "approve" })));
  expect(many.json).toMatchObject({ approved: 0, skipped: strange.length });
  const foreign = await approve([
    { pendingActionId: other },
    { pendingActionId: `${one}/` },
    { pendingActionId: one.toUpperCase() },
  ]);
  expect(foreign.json).toMatchObject({ approved: 0, rejected: 0, skipped: 3 });
  expect(await gate.stored()).toBe(before);

  expect((await approve([{ pendingActionId: one }, { pendingActionId: other }])).json).toMatchObject({
    approved: 1,
    skipped: 1,
  });
  expect(await gate.read(two)).toMatchObject({ status: "pending", version: 1 });
  expect(await gate.read(other)).toMatchObject({ status: "pending", version: 1 });
});

test("nobody, and a key that was revoked, get 401 or, once there were too many, 429 from every guarded route whatever they send", async () => {
  const { id, key } = (await gate.post("admin", "/api/keys", { kind: "user", name: "gone", role: "admin" })).json as Record<
    string,
    string
  >;
  await gate.send("admin", "DELETE", `/api/keys/${id}`);
  const before = await gate.stored();
  const bearers = [
    "",
    `Bearer ${key}`,
    `Bearer ${gate.keys.admin}x`,
    `bearer csu_${"x".repeat(43)}`,
    "Basic YTpi",
    "Bearer",
    "Bearer a b",
  ];
  const wrong = await findWrong(
    ROUTES.filter(({ who }) => who !== "public"),
    async ({ method, path }) => {
      const found: unknown[] = [];
      for (const authorization of bearers) {
        const body = method === "GET" || method === "DELETE" ? {} : { body: "{" };
        const headers = authorization === "" ? {} : { headers: { authorization } };
        const answer = await gate.send("nobody", method, path.replace(/\{\w+\}/g, "x"), { ...body, ...headers });
        const isRefused = answer.status === 401 || (answer.status === 429 && authorization !== "");
        if (!isRefused) found.push([method, path, authorization, answer]);
      }
      return found;
    },
  );
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
});
