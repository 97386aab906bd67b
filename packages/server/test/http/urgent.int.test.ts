import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "./all-routes.ts";
import { createRequestLimits } from "../../src/http/request-limits.ts";
import { openRealApp } from "./real-app.ts";

type RealApp = Awaited<ReturnType<typeof openRealApp>>;
let app: RealApp;
beforeAll(
  async () => (app = await openRealApp({ limits: createRequestLimits(1, () => 0), settings: { checkMilliseconds: 600_000 } })),
);
afterAll(() => app.close());

const SLOW = { name: "slow", description: "d", inputSchema: { type: "object", properties: { a: { pattern: "^(a+)+$" } } } };
const ENDLESS = { toolName: "slow", toolInput: { a: `${"a".repeat(60)}!` } };
const propose = (body: object = ENDLESS) => app.send("POST", "/api/pending-actions", app.ourKeys.agent, body);

test("G30 G6 a stop, a rejection and health are answered while checks that never end are under way, and those end as a no", async () => {
  expect((await app.send("POST", "/api/worker/tools", app.ourKeys.worker, { tools: [SLOW] })).status).toBe(200);
  const waiting = (await (await propose({ toolName: "pay", toolInput: { amount: 1 } })).json()) as { pendingActionId: string };
  // One request more than the agent's bucket holds. Any of them may be refused, because they use several connections.
  const sent = Array.from({ length: 10 }, async () => propose());
  const over = await Promise.race(sent);
  expect([over.status, Number(over.headers.get("retry-after"))]).toEqual([429, 1]);
  expect(await over.json()).toMatchObject({ code: "RATE_LIMITED" });
  const answers: { code: string }[] = [];
  const answered = sent.map(async (answer) => {
    if ((await answer) !== over) answers.push((await (await answer).json()) as { code: string });
  });

  // An approver whose bucket is empty may still reject and stop.
  while ((await app.send("GET", "/api/me", app.ourKeys.approver)).status !== 429);
  const { pendingActionId: id } = waiting;
  const reject = await app.send("POST", `/api/pending-actions/${id}/reject`, app.ourKeys.approver, {});
  const stop = await app.send("POST", "/api/emergency-stop", app.ourKeys.approver, { reason: "now" });
  const health = await app.send("GET", "/healthz");
  const ready = await app.send("GET", "/readyz");
  expect([reject.status, stop.status, health.status, ready.status]).toEqual([200, 200, 200, 200]);
  expect(answers).toEqual([]);
  // On a busy machine a call may reach its check only now, which then starts a new thread.
  await expect
    .poll(
      async () => {
        await app.ours.engine.checks.close();
        return answers.length;
      },
      { timeout: 100_000 },
    )
    .toBe(9);
  await Promise.all(answered);
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => "UNAVAILABLE"));
});

test("no limit holds up a stop, a rejection or health, and every other route of a credential is counted", () => {
  expect(ROUTES.filter(({ urgent }) => urgent).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/pending-actions/{id}/reject",
    "GET /api/emergency-stop",
    "POST /api/emergency-stop",
  ]);
  expect(ROUTES.filter(({ path }) => ["/healthz", "/readyz"].includes(path)).map(({ who }) => who)).toEqual([
    "public",
    "public",
  ]);
});
