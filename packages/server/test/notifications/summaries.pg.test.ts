import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { planSummaries } from "../../src/features/notifications/plan-summaries.ts";
import { need, propose } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { channelAfter, openNotificationWorld, PREFERENCE, PUBLIC_URL, type NotificationWorld } from "./support.ts";

const CANARY = "canary-4711-argument";

let world: NotificationWorld;
let channel: string;
beforeEach(async () => {
  world = await openNotificationWorld(inject("database"));
  channel = await world.addMail();
});
afterEach(() => world.close());

const minuteNow = (): number => new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
/** Half a day away, so that no summary's time comes while a test runs. */
const CHOSEN = { ...PREFERENCE, dailyAt: (minuteNow() + 720) % 1440, timeZone: "UTC" };
const people = () => world.gate.people;
const addressOf = ({ id }: Principal): string => `${id}@example.test`;
const chooseDaily = async (person: Principal, more = {}) => {
  const channels = [{ channelId: channel, mode: "daily" as const, delayMinutes: null }];
  need(await world.log.setPreference(person, { ...CHOSEN, channels, ...more }));
};
const mailsTo = async (person: Principal) =>
  (await world.mails()).filter(({ to }) => to.some(({ address }) => address === addressOf(person)));
const summaries = async () => (await world.states()).filter(({ kind }) => kind === "daily_summary");
/** As if the last summary had been two days ago, so that one is due, whatever the time is; those that were planned are of other days. */
const nextDay = async () => {
  const { kysely } = world.gate.database;
  await sql`update notification set event_hash = convert_to(id, 'UTF8') where kind = 'daily_summary'`.execute(kysely);
  await sql`update notification_channel_preference set summary_day = summary_day - 2 where mode = 'daily'`.execute(kysely);
};
/** Waits until one more summary ended. */
async function untilSummary(count = 1): Promise<void> {
  world.outbox.serve(world.gate.agent.workspaceId);
  await until(async () => (await summaries()).length === count);
  await world.untilQuiet();
}
async function untilProposed(...amounts: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await propose(world.gate, "pay", { amount, to: CANARY }, { caption: CANARY }));
  await world.untilQuiet();
  return ids;
}

test("G49 whoever chose a daily summary is told nothing before it, and then of all that waits in one message", async () => {
  const { approver, other } = people();
  await chooseDaily(approver);
  const [first, second] = await untilProposed(1, 2);
  await world.remind();
  await until(async () => (await mailsTo(other)).length > 0);
  await world.untilQuiet();
  expect(await mailsTo(approver)).toEqual([]);
  expect((await world.states()).map(({ recipient }) => recipient)).not.toContain(approver.id);
  await nextDay();
  await untilSummary();
  const [mail, ...more] = await mailsTo(approver);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("2 actions are waiting for you · Test");
  expect(mail?.text).toMatch(/pay \(Moderate risk, proposed by agent\): Waiting since \d+ \w+ at \d\d:\d\d\./);
  expect(mail?.text).toContain(`${PUBLIC_URL}/actions/${first}`);
  expect(mail?.text).toContain(`${PUBLIC_URL}/actions/${second}`);
  expect(mail?.text).not.toContain(CANARY);
});

test("G49 a summary contains what waits when it is sent: not what was decided, and what waited before as well", async () => {
  const { approver, other } = people();
  await chooseDaily(approver);
  const [first, second] = await untilProposed(1, 2);
  need(await world.gate.engine.decisions.reject(other, first!, { channel: "api" }));
  await nextDay();
  await untilSummary(1);
  await nextDay();
  await untilSummary(2);
  const mails = await mailsTo(approver);
  expect(mails.map(({ subject }) => subject)).toEqual(["Approval: pay · Test", "Approval: pay · Test"]);
  expect(mails.every(({ text }) => text?.includes(`/actions/${second}`))).toBe(true);
});

test("G49 who chose a summary is told of no decision, and nothing is sent when nothing waits", async () => {
  const { approver, other } = people();
  await chooseDaily(approver);
  const [id] = await untilProposed(1);
  need(await world.gate.engine.decisions.reject(other, id!, { channel: "api" }));
  await nextDay();
  await untilSummary();
  expect(await summaries()).toMatchObject([{ state: "suppressed", reason: "No action was waiting for the person." }]);
  expect(await mailsTo(approver)).toEqual([]);
});

test("G49 a summary leaves out what somebody else has taken on, until it waits too long", async () => {
  const { approver, other } = people();
  await chooseDaily(approver);
  const [, taken] = await untilProposed(1, 2, 3);
  need(await world.gate.engine.assignments.assign(other, taken!, { personId: other.id, seen: null }));
  await nextDay();
  await untilSummary(1);
  await sql`update action set escalated_at = now() where id = ${taken!}`.execute(world.gate.database.kysely);
  await nextDay();
  await untilSummary(2);
  const mails = await mailsTo(approver);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "2 actions are waiting for you · Test",
    "3 actions are waiting for you · Test",
  ]);
  expect(mails[0]?.text).not.toContain(taken);
});

test("G49 a summary leaves out what the person may not decide on", async () => {
  const { approver } = people();
  await chooseDaily(approver);
  const { kysely } = world.gate.database;
  await sql`update api_key set acts_for = ${approver.id} where id = ${world.gate.agent.id}`.execute(kysely);
  await untilProposed(1);
  await nextDay();
  await untilSummary();
  expect(await summaries()).toMatchObject([{ state: "suppressed", reason: "No action was waiting for the person." }]);
});

test("G49 an escalation comes at once, also to whoever chose a daily summary", async () => {
  const { admin, approver, other } = people();
  const slow = { remindAfterSeconds: 3600, escalateAfterSeconds: 7200, escalateTo: [{ user: other.id }], confirm: true };
  need(await world.gate.engine.tools.change(admin, "pay", slow));
  await chooseDaily(approver);
  await untilProposed(1);
  await sql`update action set escalate_at = now() where status = 'pending'`.execute(world.gate.database.kysely);
  await until(async () => (await mailsTo(approver)).length === 1);
  expect((await mailsTo(approver))[0]?.text).toContain("was not decided on in time");
});

test("G49 each day has one summary, however many processes plan it", async () => {
  await chooseDaily(people().approver);
  await untilProposed(1);
  await world.outbox.stop();
  await nextDay();
  const planning = { database: world.gate.database, channels: world.running.channels };
  const plan = () => planSummaries(planning, [world.gate.agent.workspaceId]);
  await Promise.all(Array.from({ length: 8 }, plan));
  await plan();
  expect(await summaries()).toHaveLength(1);
});

test("whoever chooses a summary gets none of the day that has passed, and keeps it when the rest of the choice changes", async () => {
  const { approver } = people();
  await chooseDaily(approver);
  await untilProposed(1);
  await world.restart();
  await propose(world.gate, "pay", { amount: 2 });
  await world.untilQuiet();
  expect(await summaries()).toEqual([]);
  await world.outbox.stop();
  await nextDay();
  await chooseDaily(approver, { quiet: { from: 1, until: 1 } });
  await world.restart();
  await untilSummary();
  expect(await mailsTo(approver)).toHaveLength(1);
});

test("G36 a summary that was planned is not sent to whoever chose otherwise meanwhile, or is no member any more", async () => {
  const { approver, other } = people();
  await chooseDaily(approver);
  await chooseDaily(other);
  await untilProposed(1);
  await world.outbox.stop();
  await nextDay();
  await planSummaries({ database: world.gate.database, channels: world.running.channels }, [world.gate.agent.workspaceId]);
  need(await world.log.setPreference(approver, { ...PREFERENCE, channels: [channelAfter(channel, 5)] }));
  await sql`delete from member where user_id = ${other.id}`.execute(world.gate.database.kysely);
  await world.restart();
  await world.untilQuiet();
  expect((await summaries()).map(({ state, reason }) => [state, reason])).toEqual(
    expect.arrayContaining([
      ["suppressed", "The person receives a notification about each action."],
      ["suppressed", "The person is no longer a member."],
    ]),
  );
  expect(await mailsTo(approver)).toEqual([]);
});

test("a summary waits for quiet hours, and a later one takes its place", async () => {
  const { approver } = people();
  const quiet = { from: (minuteNow() + 1438) % 1440, until: (minuteNow() + 60) % 1440 };
  await chooseDaily(approver, { quiet });
  await untilProposed(1);
  await nextDay();
  await until(async () => (await summaries()).some(({ state, dueAt }) => state === "planned" && dueAt.getTime() > Date.now()));
  await chooseDaily(approver);
  await nextDay();
  await untilSummary(2);
  expect((await summaries()).map(({ state, reason }) => [state, reason]).toSorted()).toEqual([
    ["sent", null],
    ["suppressed", "A later summary takes its place."],
  ]);
  expect(await mailsTo(approver)).toHaveLength(1);
});
