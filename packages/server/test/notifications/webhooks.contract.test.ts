import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createButtonValues } from "../../src/features/notifications/button-values.ts";
import { createOutbox } from "../../src/features/notifications/outbox.ts";
import { claimForEndpoint, endNotifications } from "../../src/store/statements/notifications.ts";
import { codeOf, need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, PUBLIC_URL, SECRET, type NotificationWorld } from "./support.ts";

const CANARY = "canary-4711-argument";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld(inject("database"));
});
afterEach(() => world.close());

const approve = async (id: string) =>
  need(await world.gate.engine.decisions.approve(world.gate.people.approver, id, { channel: "api" }));
const dueNow = () => world.dueNow();
/** Waits until an attempt has failed and is recorded. */
const untilFailedOnce = () =>
  until(async () => (await world.states()).some(({ attempts, state }) => attempts === 1 && state === "planned"));
const webhookEvents = (actionId: string) =>
  world.receiver.received.filter(({ data }) => data.actionId === actionId).map(({ type }) => type);

test("G36 each event of an action is posted once, in order, signed so that others' libraries verify it", async () => {
  await world.addWebhook();
  const ids = await Promise.all([1, 2, 3].map((amount) => propose(world.gate, "pay", { amount, to: CANARY })));
  for (const id of ids) await approve(id);
  for (const id of ids) await untilStatus(world.gate, id, "executed");
  await world.untilQuiet();
  expect(world.receiver.refused).toEqual([]);
  for (const id of ids) expect(webhookEvents(id)).toEqual(["action.proposed", "action.approved", "action.executed"]);
  expect(new Set(world.receiver.received.map(({ id }) => id)).size).toBe(9);
});

test("G37 by default a message names ids and the address of the page, and nothing of the action", async () => {
  await world.addWebhook();
  const id = await propose(world.gate, "pay", { amount: 7, to: CANARY }, { caption: CANARY });
  await world.untilQuiet();
  const [{ timestamp, id: messageId, data } = {}] = world.receiver.received as unknown as Record<string, unknown>[];
  expect(messageId).toMatch(/^msg_[0-9a-f-]{36}$/);
  expect(timestamp).toMatch(/^\d{4}-.*Z$/);
  expect(data).toEqual({
    workspaceId: world.gate.agent.workspaceId,
    actionId: id,
    seq: expect.any(Number) as number,
    url: `${PUBLIC_URL}/actions/${id}`,
    status: "pending",
    version: 1,
  });
});

test("G37 a channel shows the named arguments of a tool, or all, and never a secret of a connection", async () => {
  await world.addWebhook({ shows: "fields", fields: [{ tool: "pay", names: ["to"] }] });
  await world.addWebhook({ shows: "everything" });
  await world.addWebhook({ shows: "summary" });
  await propose(world.gate, "pay", { amount: 7, to: CANARY, note: `key ${SECRET}` });
  await world.untilQuiet();
  const shown = world.receiver.received.map(({ data }) => data["arguments"] ?? null);
  expect(shown).toHaveLength(3);
  expect(shown).toContainEqual({ to: CANARY });
  expect(shown).toContainEqual({ amount: "7", to: CANARY, note: "key [secret]" });
  expect(shown).toContainEqual(null);
  expect(JSON.stringify(world.receiver.received)).not.toContain(SECRET);
  expect(world.receiver.received.map(({ data }) => data["toolName"])).toEqual(["pay", "pay", "pay"]);
});

test("G36 a message whose answer was lost is sent again with the same id", async () => {
  await world.addWebhook();
  world.receiver.server.strike("cut_after");
  const id = await propose(world.gate, "pay", { amount: 1 });
  await untilFailedOnce();
  await dueNow();
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.proposed", "action.proposed"]);
  expect(new Set(world.receiver.received.map((one) => one.id)).size).toBe(1);
  expect(await world.states()).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("G36 what follows for the same action waits for it", async () => {
  await world.addWebhook();
  world.receiver.answers.push(500);
  const id = await propose(world.gate, "pay", { amount: 1 });
  await untilFailedOnce();
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await until(async () => (await world.states()).length === 3);
  // What is due of one receiver is sent in the order of its events: a later action's message shows that this one's were passed over.
  const later = await propose(world.gate, "pay", { amount: 2 });
  await until(() => webhookEvents(later).length === 1);
  expect(webhookEvents(id)).toEqual([]);
  await dueNow();
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.proposed", "action.approved", "action.executed"]);
});

test.each([
  ["a message that is refused", 400],
  ["an address that is gone", 410],
  ["a redirect, which could lead anywhere", 307],
])("%s is dead at once, and an administrator sends it again", async (_name, status) => {
  await world.addWebhook();
  world.receiver.answers.push(status);
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([
    { state: "dead", attempts: 1, reason: expect.stringContaining(String(status)) as string },
  ]);
  const { admin, approver } = world.gate.people;
  const [dead] = need(await world.log.list(admin, { states: ["dead"] })).items;
  expect(codeOf(await world.log.list(approver, { states: ["dead"] }))).toBe("FORBIDDEN");
  expect(need(await world.log.ofAction(approver, id))).toHaveLength(1);
  expect(codeOf(await world.log.repeat(approver, dead!.id))).toBe("FORBIDDEN");
  need(await world.log.repeat(admin, dead!.id));
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.proposed"]);
  expect(codeOf(await world.log.repeat(admin, dead!.id))).toBe("NOT_FOUND");
});

/** Seconds from the event to the next attempt. */
const waitOfFirst = async (): Promise<number> => {
  await untilFailedOnce();
  const [{ dueAt, createdAt } = { dueAt: "", createdAt: "" }] = need(await world.log.list(world.gate.people.admin, {})).items;
  return (Date.parse(dueAt) - Date.parse(createdAt)) / 1000;
};

test("an endpoint that asks for a later attempt is left alone as long as it says", async () => {
  await world.addWebhook();
  world.receiver.server.strike("rate_limit");
  const id = await propose(world.gate, "pay", { amount: 1 });
  expect(await waitOfFirst()).toBeGreaterThanOrEqual(7200);
  await dueNow();
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.proposed"]);
  expect(await world.states()).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("an endpoint that asks to be tried at once is tried when the plan says so", async () => {
  await world.addWebhook();
  world.receiver.answers.push(503);
  await propose(world.gate, "pay", { amount: 1 });
  expect(await waitOfFirst()).toBeGreaterThan(2800);
});

test("an endpoint that does not answer delays no other one", async () => {
  await world.addWebhook();
  const dead = await world.addWebhook({ url: "http://127.0.0.1:9/" });
  const ids = await Promise.all([1, 2, 3, 4, 5].map((amount) => propose(world.gate, "pay", { amount })));
  await until(() => world.receiver.received.length === 5);
  expect(new Set(world.receiver.received.map(({ data }) => data.actionId))).toEqual(new Set(ids));
  await until(async () => {
    const { items } = need(await world.log.list(world.gate.people.admin, { states: ["planned", "sending"] }));
    return items.length === 5 && items.every(({ connectionId }) => connectionId === dead);
  });
});

test("G36 what happened after a channel was added is told, however late a process looks", async () => {
  await world.outbox.stop();
  const before = await propose(world.gate, "pay", { amount: 1 });
  await world.addWebhook();
  const after = await propose(world.gate, "pay", { amount: 2 });
  await world.restart();
  await until(() => webhookEvents(after).length === 1);
  await world.untilQuiet();
  expect(webhookEvents(before)).toEqual([]);
});

test("G36 two processes plan and send each event once", async () => {
  await world.addWebhook();
  const { database, engine, agent } = world.gate;
  const deps = {
    database,
    channels: world.running.channels,
    log: () => undefined,
    checks: engine.checks,
    publicUrl: () => PUBLIC_URL,
    unsubscribe: world.tokens,
    buttons: createButtonValues(["signing-secret-of-these-tests-0001"]),
  };
  const other = createOutbox(deps, engine.events.onChange);
  other.serve(agent.workspaceId);
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => propose(world.gate, "pay", { amount: n })));
  await world.untilQuiet();
  await other.stop();
  expect(world.receiver.received.map(({ data }) => data.actionId).toSorted()).toEqual(ids.toSorted());
});

test("G36 what a process was sending when it ended is sent by the next one, with the same id", async () => {
  await world.addWebhook();
  await world.outbox.stop();
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.restart();
  await world.untilQuiet();
  // As a process leaves it that was killed between the receiver's answer and its own note of it.
  await sql`update notification set state = 'sending', lease_until = now() - interval '1 second', ended_at = null`.execute(
    world.gate.database.kysely,
  );
  world.outbox.wake();
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.proposed", "action.proposed"]);
  expect(new Set(world.receiver.received.map((one) => one.id)).size).toBe(1);
});

test("G36 a disabled channel sends nothing more, and later nothing of the time between", async () => {
  const id = await world.addWebhook();
  world.receiver.answers.push(500);
  await propose(world.gate, "pay", { amount: 1 });
  await untilFailedOnce();
  const { admin } = world.gate.people;
  need(await world.running.admin.change(admin, id, { enabled: false }));
  await dueNow();
  await until(async () => (await world.states()).every(({ state }) => state !== "planned" && state !== "sending"));
  expect(await world.states()).toMatchObject([{ state: "suppressed" }]);
  const between = await propose(world.gate, "pay", { amount: 2 });
  need(await world.running.admin.change(admin, id, { enabled: true }));
  const after = await propose(world.gate, "pay", { amount: 3 });
  await until(() => webhookEvents(after).length === 1);
  await world.untilQuiet();
  expect(webhookEvents(between)).toEqual([]);
});

test("G37 in the middle of a backlog, changed settings hold from the next messages on", async () => {
  const { admin } = world.gate.people;
  const id = await world.addWebhook({ shows: "everything" });
  await world.outbox.stop();
  const proposed = Array.from({ length: 45 }, (_, n) => ({ toolName: "pay", toolInput: { amount: n } }));
  need(await world.gate.engine.proposals.proposeMany(world.gate.agent, { items: proposed }));
  let changed: Promise<void> | undefined;
  world.receiver.meanwhile = () =>
    (changed ??= world.running.admin
      .change(admin, id, { settings: { url: `${world.receiver.url}/hook`, shows: "link" }, confirm: true })
      .then((result) => void need(result)));
  await world.restart();
  await until(() => world.receiver.received.length === 45);
  const withArguments = world.receiver.received.filter(({ data }) => data["arguments"] !== undefined);
  expect(withArguments).toHaveLength(20);
});

test("a changed secret signs with both while the receiver changes over", async () => {
  const next = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
  const id = await world.addWebhook();
  need(await world.running.admin.change(world.gate.people.admin, id, { credentials: { secret: next, formerSecret: SECRET } }));
  await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  world.receiver.secrets = [next];
  await propose(world.gate, "pay", { amount: 2 });
  await world.untilQuiet();
  expect(world.receiver.received).toHaveLength(2);
  expect(world.receiver.refused).toEqual([]);
});

test("G36 a channel is planned from the event that enabled it, also if it was edited before the first planning", async () => {
  await world.outbox.stop();
  const channel = await world.addWebhook();
  const id = await propose(world.gate, "pay", { amount: 1 });
  need(await world.running.admin.change(world.gate.people.admin, channel, { name: "renamed" }));
  await world.restart();
  await until(() => webhookEvents(id).length === 1);
});

test("G36 what happened while a channel was disabled is not told, however short that was", async () => {
  const channel = await world.addWebhook();
  await world.untilQuiet();
  await world.outbox.stop();
  const before = await propose(world.gate, "pay", { amount: 1 });
  const { admin } = world.gate.people;
  need(await world.running.admin.change(admin, channel, { enabled: false }));
  const between = await propose(world.gate, "pay", { amount: 2 });
  need(await world.running.admin.change(admin, channel, { enabled: true }));
  const after = await propose(world.gate, "pay", { amount: 3 });
  await world.restart();
  await until(() => webhookEvents(after).length === 1);
  await world.untilQuiet();
  expect([before, between].map(webhookEvents)).toEqual([["action.proposed"], []]);
});

test("G30 what waits for an earlier event of its action keeps no process busy", async () => {
  await world.addWebhook();
  world.receiver.answers.push(500);
  const id = await propose(world.gate, "pay", { amount: 1 });
  await untilFailedOnce();
  await approve(id);
  await until(async () => (await world.states()).length === 3);
  await sql`update notification set due_at = case kind when 'action.proposed' then now() + interval '1 hour' else now() end`.execute(
    world.gate.database.kysely,
  );
  const before = world.opens();
  world.outbox.wake();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(world.opens() - before).toBeLessThanOrEqual(3);
});

test("a link names the workspace where there are several", async () => {
  await world.addWebhook();
  const { database, agent } = world.gate;
  await sql`insert into workspace (id, name) values ('ws_beside', 'Beside')`.execute(database.kysely);
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(world.receiver.received[0]?.data["url"]).toBe(`${PUBLIC_URL}/actions/${id}?workspace=${agent.workspaceId}`);
});

test("only the chosen events are sent", async () => {
  await world.addWebhook({ events: ["action.executed"] });
  const id = await propose(world.gate, "pay", { amount: 1 });
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await world.untilQuiet();
  expect(webhookEvents(id)).toEqual(["action.executed"]);
});

test.each([
  ["plain HTTP to another machine", { url: "http://example.com/hook" }, {}],
  ["a user name in the address", { url: "https://user:pw@example.com/" }, {}],
  ["a fragment", { url: "https://example.com/#part" }, {}],
  ["a short secret", {}, { credentials: { secret: "whsec_c2hvcnQ=" } }],
  ["an unknown event", { events: ["action.exploded"] }, {}],
])("%s is refused when the channel is added", async (_name, settings, more) => {
  await expect(world.addWebhook(settings, more)).rejects.toThrow("INVALID_INPUT");
});

test("G37 an address inside the own network is not reached without an administrator's confirmation", async () => {
  await world.addWebhook({}, { allowPrivate: false });
  await propose(world.gate, "pay", { amount: 1 });
  await untilFailedOnce();
  expect(world.receiver.received).toEqual([]);
  expect(world.receiver.refused).toEqual([]);
});

test("G36 a process whose lease was lost does not end what another one claimed", async () => {
  await world.addWebhook();
  await world.outbox.stop();
  const { kysely } = world.gate.database;
  world.receiver.answers.push(500);
  await propose(world.gate, "pay", { amount: 1 });
  await world.restart();
  await untilFailedOnce();
  await world.outbox.stop();
  await sql`update notification set due_at = now()`.execute(kysely);
  const [{ connectionId } = { connectionId: "" }] = await kysely.selectFrom("notification").select("connectionId").execute();
  const receiver = { workspaceId: world.gate.agent.workspaceId, connectionId, recipient: "" };
  const lost = await claimForEndpoint(kysely, receiver, { limit: 5, leaseSeconds: -1 });
  const held = await claimForEndpoint(kysely, receiver, { limit: 5, leaseSeconds: 60 });
  expect([lost.length, held.length]).toEqual([1, 1]);
  await endNotifications(kysely, lost, { state: "dead", reason: "late" });
  expect(await world.states()).toMatchObject([{ state: "sending", attempts: 3 }]);
  await endNotifications(kysely, held, { state: "sent", reason: null });
  expect(await world.states()).toMatchObject([{ state: "sent" }]);
});
