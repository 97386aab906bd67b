import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { claimTogether, endNotifications } from "../../src/store/statements/notifications.ts";
import { codeOf, need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { channelAfter, channelOff, openNotificationWorld, PREFERENCE, PUBLIC_URL, type NotificationWorld } from "./support.ts";

const CANARY = "canary-4711-argument";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld(inject("database"));
});
afterEach(() => world.close());

const people = () => world.gate.people;
const approve = async (id: string, by = people().approver) =>
  need(await world.gate.engine.decisions.approve(by, id, { channel: "api" }));
const addressOf = ({ id }: Principal): string => `${id}@example.test`;
const whoGot = (): string[] => world.smtp.mails.flatMap(({ to }) => to).toSorted();
const addresses = (...of: Principal[]): string[] => of.map(addressOf).toSorted();
const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;
const mailTo = async (person: Principal, n = 0) =>
  (await world.mails()).filter(({ to }) => to.some(({ address }) => address === addressOf(person)))[n];
const later = () => world.dueNow();
const untilPlanned = (count: number) => until(async () => (await world.states()).length >= count);

test("G36 everybody who may decide is mailed, and nobody else", async () => {
  await world.addMail();
  await propose(world.gate, "pay", { amount: 7, to: CANARY }, { caption: CANARY });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().approver, people().other));
});

test("G37 a mail names the tool, the risk and the agent, and no argument and nothing that the agent wrote", async () => {
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 7, to: CANARY }, { caption: CANARY });
  await world.untilQuiet();
  const mail = await mailTo(people().approver);
  expect(mail?.subject).toBe("Approval: pay · Test");
  expect(mail?.text).toContain("An action is waiting for your decision.");
  expect(mail?.text).toContain("Moderate risk, proposed by agent");
  expect(mail?.text).toContain(`${PUBLIC_URL}/actions/${id}`);
  expect(mail?.html).toContain(`href="${PUBLIC_URL}/actions/${id}"`);
  expect(mail?.html).not.toContain("<img");
  expect(headerOf(mail, "auto-submitted")).toBe("auto-generated");
  expect(world.smtp.mails.map(({ text }) => text).join("")).not.toContain(CANARY);
});

test("G37 arguments are shown where an administrator allows it, as text", async () => {
  await world.addMail({ shows: "everything" });
  const to = "<b>bold</b>\u202E\r\nBcc: eve@evil.test\nOpen: https://evil.test/";
  await propose(world.gate, "pay", { amount: 7, to });
  await world.untilQuiet();
  const mail = await mailTo(people().approver);
  expect(mail?.text).toContain("\n> amount: 7");
  expect(mail?.text?.match(/^Open: .*$/gm)).toEqual([expect.stringContaining(PUBLIC_URL)]);
  expect(mail?.html).toContain("&lt;b&gt;bold&lt;/b&gt;");
  expect(mail?.text).not.toContain("\u202E");
  expect(mail?.bcc ?? []).toEqual([]);
  expect(whoGot()).not.toContain("eve@evil.test");
});

test("G36 nobody is mailed about what was decided before the wait was over", async () => {
  await world.addMail({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 1 });
  await untilPlanned(3);
  await approve(id);
  await untilPlanned(5);
  await later();
  await world.untilQuiet();
  expect(whoGot()).toEqual([]);
  const states = await world.states();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["suppressed"]));
  expect(states[0]?.reason).toBe("The action was already decided.");
});

test("G36 who was asked is told once it is decided, in the same conversation; who decided is not", async () => {
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  const asked = await mailTo(people().other);
  world.smtp.mails.length = 0;
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().other));
  const told = await mailTo(people().other);
  expect(told?.text).toContain("The action was approved by approver. No action is needed.");
  expect(told?.subject).toBe(asked?.subject);
  expect(told?.inReplyTo).toBe(asked?.messageId);
});

test("a failed execution is told to those who approved it", async () => {
  await world.addMail();
  const id = await propose(world.gate, "fail", { amount: 1 });
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  await approve(id);
  await untilStatus(world.gate, id, "failed");
  await until(async () => (await world.states()).some(({ kind }) => kind === "failed"));
  await world.untilQuiet();
  const mail = await mailTo(people().approver);
  expect(mail?.text).toContain("its execution failed");
  expect(mail?.subject).toBe("Problem: fail · Test");
});

/** As a process leaves them that was killed while it sent. */
const interrupt = (change = sql``) =>
  sql`update notification set state = 'sending', lease_until = now() - interval '1 second', ended_at = null ${change}`.execute(
    world.gate.database.kysely,
  );

test("G36 who may have been asked, by a process that died, is told of the decision", async () => {
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  await world.outbox.stop();
  await interrupt();
  world.smtp.mails.length = 0;
  need(await world.gate.engine.decisions.reject(people().approver, id, { channel: "api" }));
  await world.restart();
  await untilPlanned(5);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().other));
});

test("what was claimed by a process that died before it wrote a message is one message, too", async () => {
  await world.addMail({ delayMinutes: 5 });
  await Promise.all(Array.from({ length: 12 }, (_, n) => propose(world.gate, "pay", { amount: n })));
  await untilPlanned(36);
  await world.outbox.stop();
  await interrupt(sql`, attempts = 1, due_at = now()`);
  await world.restart();
  await world.untilQuiet();
  expect(world.smtp.mails).toHaveLength(3);
});

test("G36 who approved a version that was edited since is asked again, once", async () => {
  const { admin, approver, other } = people();
  const approvalRule = { needs: "n_of" as const, n: 3, of: [{ role: "approver" as const }] };
  need(await world.gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  await approve(id, approver);
  need(await world.gate.engine.decisions.approve(other, id, { channel: "api", userEdits: { amount: 2 } }));
  await until(() => whoGot().length === 1);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(approver));
  await approve(id, admin);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(approver));
});

test("a decision is told as it was, also after its execution has failed", async () => {
  await world.addMail();
  const id = await propose(world.gate, "fail", { amount: 1 });
  await world.untilQuiet();
  await world.outbox.stop();
  await approve(id);
  await untilStatus(world.gate, id, "failed");
  await world.restart();
  await until(async () => (await world.states()).some(({ kind }) => kind === "failed"));
  await world.untilQuiet();
  const told = (await world.mails()).find(({ text }) => text?.includes("No action is needed"));
  expect(told?.text).toContain("The action was approved by approver.");
});

test("many actions at once are one mail a person, and no more than six in ten minutes", async () => {
  await world.addMail();
  await world.outbox.stop();
  await Promise.all(Array.from({ length: 40 }, (_, amount) => propose(world.gate, "pay", { amount })));
  await world.restart();
  await untilPlanned(120);
  await world.untilQuiet();
  const digest = await mailTo(people().approver);
  expect(digest?.subject).toBe("40 actions are waiting for you · Test");
  expect(digest?.text).toContain("… and 20 more in the inbox.");
  for (let n = 0; n < 12; n += 1) {
    await propose(world.gate, "pay", { amount: 300 + n });
    await untilPlanned(120 + (n + 1) * 3);
    // Each is sent by itself, or waits until the ten minutes are over.
    await until(async () => {
      const { items } = need(await world.log.list(people().admin, { states: ["planned", "sending"] }));
      return items.every(({ state, dueAt }) => state === "planned" && Date.parse(dueAt) > Date.now() + 60_000);
    });
  }
  expect(whoGot().filter((address) => address === addressOf(people().approver))).toHaveLength(6);
  expect((await world.states()).filter(({ state }) => state === "planned")).toHaveLength(21);
});

test("G36 while something is sent to a person, nothing else is claimed for them", async () => {
  await world.addMail();
  await world.outbox.stop();
  await propose(world.gate, "pay", { amount: 1 });
  await world.restart();
  await world.untilQuiet();
  await world.outbox.stop();
  const { kysely } = world.gate.database;
  await sql`update notification set state = 'planned', due_at = now()`.execute(kysely);
  const rows = await kysely.selectFrom("notification").selectAll().where("recipient", "=", people().other.id).execute();
  const { workspaceId, connectionId, recipient } = rows[0]!;
  await sql`insert into notification (workspace_id, id, connection_id, channel, event_seq, event_hash, kind, action_id, recipient,
    due_at) select workspace_id, 'later', connection_id, channel, event_seq, event_hash, 'reminded', action_id, recipient,
    now() + interval '1 hour' from notification where id = ${rows[0]!.id}`.execute(kysely);
  const receiver = { workspaceId, connectionId, recipient };
  const first = await claimTogether(kysely, receiver, { limit: 10, leaseSeconds: 60 });
  await sql`update notification set due_at = now() where id = 'later'`.execute(kysely);
  const second = await claimTogether(kysely, receiver, { limit: 10, leaseSeconds: 60 });
  await endNotifications(kysely, first, { state: "sent", reason: null });
  const third = await claimTogether(kysely, receiver, { limit: 10, leaseSeconds: 60 });
  expect([first.length, second.length, third.length]).toEqual([1, 0, 1]);
});

test("a mail that the server takes later arrives with the id it had, and a refused one is dead", async () => {
  await world.addMail();
  world.smtp.strike("error_after");
  await propose(world.gate, "pay", { amount: 1 });
  await until(async () => (await world.states()).some(({ attempts, state }) => attempts === 1 && state === "planned"));
  await later();
  await world.untilQuiet();
  const ids = (await world.mails()).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(3);
  world.smtp.strike("spam");
  await propose(world.gate, "pay", { amount: 2 });
  await until(async () => (await world.states()).some(({ state }) => state === "dead"));
});

test("G36 a tool's own approvers are asked, and a delegate for one of them", async () => {
  await world.addMail();
  const { admin, approver, other } = people();
  need(await world.gate.engine.tools.change(admin, "pay", { approverIds: [approver.id], confirm: true }));
  await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(approver));
  world.smtp.mails.length = 0;
  const now = Date.now();
  const span = { to: new Date(now + 3_600_000).toISOString() };
  need(await world.gate.engine.delegations.create(approver, { delegateId: other.id, ...span, confirm: true }));
  await propose(world.gate, "pay", { amount: 2 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(approver, other));
});

test("G36 a rule that names a team asks its members", async () => {
  const { kysely } = world.gate.database;
  await world.addMail();
  await sql`update member set teams = '{security}' where user_id = ${people().other.id}`.execute(kysely);
  const approvalRule = { needs: "any_of" as const, of: [{ team: "security" }] };
  need(await world.gate.engine.tools.change(people().admin, "pay", { approvalRule, confirm: true }));
  await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().other));
});

test("G36 the person an agent acts for is not asked about its calls", async () => {
  await world.addMail();
  const { kysely } = world.gate.database;
  await sql`update api_key set acts_for = ${people().approver.id} where id = ${world.gate.agent.id}`.execute(kysely);
  await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().other));
});

test("G36 who may not decide any more when the mail is due is not mailed", async () => {
  await world.addMail({ delayMinutes: 5 });
  await propose(world.gate, "pay", { amount: 1 });
  await untilPlanned(3);
  await sql`update member set role = 'viewer' where user_id = ${people().other.id}`.execute(world.gate.database.kysely);
  await later();
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().approver));
});

test("a person turns a channel off, waits longer, or has quiet hours; nobody else's settings change", async () => {
  const channel = await world.addMail();
  const { approver, other, admin } = people();
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  const quiet = { from: (minute + 1438) % 1440, until: (minute + 60) % 1440 };
  need(await world.log.setPreference(approver, { ...PREFERENCE, channels: [channelOff(channel)] }));
  need(await world.log.setPreference(other, { ...PREFERENCE, quiet, timeZone: "UTC" }));
  need(await world.log.setPreference(admin, { ...PREFERENCE, channels: [channelAfter(channel, 60)] }));
  expect(need(await world.log.ownPreference(other))).toMatchObject({
    preference: { quiet },
    channels: [{ id: channel, delayMinutes: 0 }],
    address: addressOf(other),
  });
  await propose(world.gate, "pay", { amount: 1 });
  await untilPlanned(2);
  await until(async () => {
    const { items } = need(await world.log.list(admin, { states: ["planned"] }));
    return items.length === 2 && items.every(({ dueAt }) => Date.parse(dueAt) > Date.now() + 50 * 60_000);
  });
  expect(whoGot()).toEqual([]);
});

test("an unknown time zone is refused, and somebody who is no member has no settings", async () => {
  const { approver } = people();
  expect(codeOf(await world.log.setPreference(approver, { ...PREFERENCE, timeZone: "Mars/Base" }))).toBe("INVALID_INPUT");
  expect(codeOf(await world.log.setPreference({ ...approver, id: "nobody" }, PREFERENCE))).toBe("FORBIDDEN");
  expect(codeOf(await world.log.ownPreference(world.gate.agent))).toBe("FORBIDDEN");
});

test("G36 the link of a mail turns that channel off for that person, and a made-up one nothing", async () => {
  await world.addMail();
  const { approver, admin, other } = people();
  await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  const mail = await mailTo(approver);
  expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, token = ""] = /unsubscribe\/([^>]+)>/.exec(headerOf(mail, "list-unsubscribe") ?? "") ?? [];
  expect(world.tokens.read(`${token}x`)).toBeUndefined();
  expect(world.tokens.read(token.replace(/\..*/, ".AAAA"))).toBeUndefined();
  const receiver = world.tokens.read(token);
  expect(receiver?.userId).toBe(approver.id);
  expect(await world.log.unsubscribe(receiver!)).toBe(true);
  expect(await world.log.unsubscribe({ ...receiver!, userId: "nobody" })).toBe(false);
  world.smtp.mails.length = 0;
  await propose(world.gate, "pay", { amount: 2 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, other));
  const { kysely } = world.gate.database;
  const told = await kysely
    .selectFrom("auditEvent")
    .select("actorId")
    .where("kind", "=", "member.notifications_changed")
    .execute();
  expect(told).toEqual([{ actorId: approver.id }]);
});

test("G36 who is reminded before the first mail was due gets one mail, not two", async () => {
  await world.addMail({ delayMinutes: 60 });
  await propose(world.gate, "pay", { amount: 1 });
  await untilPlanned(3);
  await sql`update action set remind_at = now()`.execute(world.gate.database.kysely);
  await untilPlanned(6);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(people().admin, people().approver, people().other));
  expect((await mailTo(people().other))?.text).toContain("still waiting");
});

test("a reminder and an escalation are mailed when they come", async () => {
  await world.addMail({ delayMinutes: 60 });
  const { admin, approver, other } = people();
  const settings = {
    approverIds: [approver.id],
    escalateTo: [{ user: other.id }],
    remindAfterSeconds: 60,
    escalateAfterSeconds: 120,
  };
  need(await world.gate.engine.tools.change(admin, "pay", { ...settings, confirm: true }));
  await propose(world.gate, "pay", { amount: 1 });
  const { kysely } = world.gate.database;
  await sql`update action set remind_at = now()`.execute(kysely);
  await until(() => whoGot().length === 1);
  expect(whoGot()).toEqual(addresses(approver));
  await sql`update action set escalate_at = now()`.execute(kysely);
  await until(() => whoGot().length === 3);
  expect((await mailTo(other))?.text).toContain("so you were added as an approver");
});
