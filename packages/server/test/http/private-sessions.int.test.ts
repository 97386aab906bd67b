import { afterAll, beforeAll, expect, test } from "vitest";
import { openRealApp } from "./real-app.ts";

let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

test("a private session is closed on every route of a session, its live events among them", async () => {
  const { send, ourKeys, ours } = real;
  const proposal = { toolName: "pay", toolInput: { amount: 1 }, sessionId: "s" };
  const made = (await (await send("POST", "/api/pending-actions", ourKeys.agent, proposal)).json()) as {
    pendingActionId: string;
  };
  const { proposedBy } = (await (await send("GET", `/api/pending-actions/${made.pendingActionId}`, ourKeys.admin)).json()) as {
    proposedBy: { id: string };
  };
  const settings = { privateSessions: true, actsFor: ours.people.approver.id };
  const changed = await send("PUT", `/api/agents/${proposedBy.id}`, ourKeys.admin, settings);
  expect(await changed.json()).toMatchObject(settings);
  const routes = [
    `/api/sessions/s/proposals?ids=${made.pendingActionId}`,
    "/api/sessions/s/briefing",
    "/api/sessions/s/refinements",
    "/api/events?sessionId=s",
  ];
  for (const path of routes) {
    const statusFor = async (key: string): Promise<number> => {
      const response = await send("GET", path, key);
      await response.body?.cancel();
      return response.status;
    };
    expect([path, await statusFor(ourKeys.viewer)]).toEqual([path, 403]);
    expect([path, await statusFor(ourKeys.approver)]).toEqual([path, 200]);
    expect([path, await statusFor(ourKeys.admin)]).toEqual([path, 200]);
  }
  expect((await send("GET", "/api/sessions/s/briefing", ourKeys.agent)).status).toBe(200);
  expect((await send("GET", `/api/pending-actions/${made.pendingActionId}`, ourKeys.viewer)).status).toBe(200);
});
