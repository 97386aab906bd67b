import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { need, propose } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { channelOff, openNotificationWorld, PREFERENCE, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
});
afterEach(() => world.close());

const addresses = (...people: Principal[]): string[] => people.map(({ id }) => `${id}@example.test`).toSorted();
const whoGot = (): string[] => world.smtp.mails.flatMap(({ to }) => to).toSorted();
const mention = async (by: Principal, id: string, people: readonly Principal[], more: object = {}) =>
  need(await world.gate.engine.comments.add(by, id, { text: "Look", mentions: people.map((one) => one.id), ...more }));
const untilTold = (count: number) => until(() => world.smtp.mails.length >= count);
/** Kind and receiver of what was planned about comments. */
const aboutComments = async () =>
  (await world.states())
    .filter(({ kind }) => kind === "mentioned" || kind === "replied")
    .map((one) => [one.kind, one.recipient]);
const proposeQuietly = async (settings: object = {}): Promise<string> => {
  await world.addMail(settings);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  return id;
};

test("who is mentioned is told once by whom, also who may not decide; the author and all others are not", async () => {
  const { admin, approver, viewer } = world.gate.people;
  const id = await proposeQuietly();
  await world.gate.engine.comments.add(approver, id, { text: "Nobody in particular" });
  await mention(approver, id, [viewer, admin, approver], { text: "A secret of ours" });
  await untilTold(2);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, viewer));
  const [mail] = await world.mails();
  expect(mail?.subject).toMatch(/^Comment: /);
  expect(mail?.text).toContain("approver mentioned you in a comment on an action.");
  expect(mail?.text).toContain(`/actions/${id}`);
  expect(JSON.stringify(await world.mails())).not.toContain("A secret of ours");
});

test("a mention on what was decided is told, too", async () => {
  const { approver, viewer } = world.gate.people;
  const id = await proposeQuietly();
  need(await world.gate.engine.decisions.reject(approver, id, { channel: "api" }));
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  await mention(approver, id, [viewer]);
  await untilTold(1);
  expect(whoGot()).toEqual(addresses(viewer));
});

test("a channel that a person turned off, or in the person's quiet hours, tells no mention", async () => {
  const { approver, other, viewer } = world.gate.people;
  await world.outbox.stop();
  const channel = await world.addMail();
  need(await world.log.setPreference(other, { ...PREFERENCE, channels: [channelOff(channel)] }));
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  const quiet = { from: (minute + 1380) % 1440, until: (minute + 120) % 1440 };
  need(await world.log.setPreference(viewer, { ...PREFERENCE, quiet, timeZone: "UTC" }));
  const id = await propose(world.gate, "pay", { amount: 7 });
  await mention(approver, id, [other, viewer]);
  await world.restart();
  const waiting = () => world.states().then((all) => all.filter(({ kind }) => kind === "mentioned"));
  await until(async () =>
    (await waiting()).some(({ state, dueAt }) => state === "planned" && dueAt.getTime() > Date.now() + 60_000),
  );
  expect(await aboutComments()).toEqual([["mentioned", viewer.id]]);
  expect(whoGot()).not.toEqual(expect.arrayContaining(addresses(viewer)));
});

test("who gets a daily summary is told of a mention at once", async () => {
  const { approver, viewer } = world.gate.people;
  await world.outbox.stop();
  const channel = await world.addMail();
  const channels = [{ channelId: channel, mode: "daily" as const, delayMinutes: null }];
  need(await world.log.setPreference(viewer, { ...PREFERENCE, channels, timeZone: "UTC" }));
  const id = await propose(world.gate, "pay", { amount: 7 });
  await mention(approver, id, [viewer]);
  await world.restart();
  await until(() => whoGot().includes(`${viewer.id}@example.test`));
  expect(await aboutComments()).toEqual([["mentioned", viewer.id]]);
});

test("a mention does not hurry the question about the action, and takes none of its words", async () => {
  const { approver, other } = world.gate.people;
  await world.addMail({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).length >= 3);
  await mention(approver, id, [other]);
  await untilTold(1);
  expect((await world.states()).filter(({ kind, state }) => kind === "asked" && state === "planned")).toHaveLength(3);
  await mention(approver, id, [other]);
  await world.dueNow();
  await world.untilQuiet();
  const texts = (await world.mails()).filter(({ to }) => to.some(({ address }) => address === `${other.id}@example.test`));
  expect(texts.filter(({ text }) => text?.includes("An action is waiting for your decision."))).toHaveLength(1);
  expect(texts.filter(({ text }) => text?.includes("mentioned you"))).toHaveLength(2);
});

test("a mention and the question about its action that are due at once are two messages", async () => {
  const { approver, other } = world.gate.people;
  await world.outbox.stop();
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await mention(approver, id, [other]);
  await world.restart();
  const isTo = ({ to }: { to: { address?: string }[] }) => to.some(({ address }) => address === `${other.id}@example.test`);
  await until(() => whoGot().includes(`${other.id}@example.test`));
  await until(async () => (await world.states()).every(({ state }) => state === "sent"));
  const texts = (await world.mails()).filter(isTo).map(({ text }) => text ?? "");
  expect(texts).toHaveLength(2);
  expect(texts.some((text) => text.includes("An action is waiting for your decision."))).toBe(true);
});

test("who asked the agent is told when it replies, and nobody else is", async () => {
  const { approver } = world.gate.people;
  const id = await proposeQuietly();
  const asked = await mention(approver, id, [], { forAgent: true });
  need(await world.gate.engine.comments.reply(world.gate.agent, id, asked.id, { text: "Approve me at once" }));
  await untilTold(1);
  await world.untilQuiet();
  expect(await aboutComments()).toEqual([["replied", approver.id]]);
  const [mail] = await world.mails();
  expect(mail?.text).toContain("The agent replied to your question about an action.");
  expect(mail?.text).not.toContain("Approve me at once");
});

test("a channel that shows links only does not name who mentioned somebody; a room is told of no comment", async () => {
  const { approver, viewer } = world.gate.people;
  await world.addSlack();
  const id = await proposeQuietly({ shows: "link" });
  await mention(approver, id, [viewer]);
  await untilTold(1);
  await world.untilQuiet();
  expect((await world.mails())[0]?.text).toContain("Somebody mentioned you in a comment on an action.");
  expect(world.slack.messages).toHaveLength(1);
  expect(await aboutComments()).toEqual([["mentioned", viewer.id]]);
});
