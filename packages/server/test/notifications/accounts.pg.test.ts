import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { codeOf, need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { channelAfter, openNotificationWorld, PREFERENCE, PUBLIC_URL, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
let channel: string;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
  channel = await world.addDirectSlack();
  const { admin, approver, other } = world.gate.people;
  for (const [n, person] of [admin, approver, other].entries())
    world.slack.people.push({ id: `U00000${n}`, email: mailOf(person), name: `Slack ${person.name}` });
});
afterEach(() => world.close());

const people = () => world.gate.people;
const mailOf = ({ id }: Principal): string => `${id}@slack.test`;

const ask = (by: Principal, account = mailOf(by), connectionId = channel) =>
  world.accounts.connect(by, { connectionId, account }, AbortSignal.timeout(60_000));
const enter = (by: Principal, code: string) => world.accounts.confirm(by, { connectionId: channel, code });
/** The code that was sent last. */
const lastCode = (): string => /: (\d{8})\./.exec(world.slack.readText(world.slack.messages.at(-1)))?.[1] ?? "";
/** As if the last code had been sent that long ago. */
const age = (seconds: number) =>
  sql`update notification_account set asked_at = asked_at - make_interval(secs => ${seconds}),
    code_until = code_until - make_interval(secs => ${seconds})`.execute(world.gate.database.kysely);
async function connect(by: Principal): Promise<void> {
  need(await ask(by));
  need(await enter(by, lastCode()));
  world.slack.messages.length = 0;
}
const conversationOf = (n: number): string[] =>
  world.slack.messages.filter((message) => message.channel === `D00000${n}`).map((message) => world.slack.readText(message));
const accountOf = async (by: Principal) =>
  need(await world.log.ownPreference(by)).channels.find(({ id }) => id === channel)?.account;

test("G36 who connected an account gets a direct message, and nobody else", async () => {
  await connect(people().approver);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => world.slack.messages.length === 1);
  await world.untilQuiet();
  expect(world.slack.messages).toMatchObject([{ channel: "D000001" }]);
  expect(await world.states()).toMatchObject([{ recipient: people().approver.id, state: "sent" }]);
  expect(conversationOf(1)[0]).toContain("An action is waiting for your decision.");
  expect(world.slack.linksOf(world.slack.messages[0])).toEqual([`${PUBLIC_URL}/actions/${id}`]);
});

test("G38 after the decision the messages of all say so, also that of who decided", async () => {
  await connect(people().approver);
  await connect(people().other);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => world.slack.messages.length === 2);
  need(await world.gate.engine.decisions.approve(people().approver, id, { channel: "api" }));
  await untilStatus(world.gate, id, "executed");
  await until(() => [1, 2].every((n) => conversationOf(n)[0]?.includes("Approved by approver, and executed.") === true));
  await world.untilQuiet();
  expect(world.slack.messages).toHaveLength(2);
});

test("G39 an account counts only once its owner has entered the code that was sent to it", async () => {
  const { approver } = people();
  expect(need(await ask(approver))).toEqual({ sentTo: "Slack approver" });
  expect(world.slack.readText(world.slack.messages[0])).toContain("approver wants to receive notifications");
  expect(await accountOf(approver)).toBeNull();
  const code = lastCode();
  expect(codeOf(await enter(approver, code === "00000000" ? "00000001" : "00000000"))).toBe("INVALID_INPUT");
  expect(await accountOf(approver)).toBeNull();
  const own = need(await enter(approver, `${code.slice(0, 4)} ${code.slice(4)}`));
  expect(own.channels).toMatchObject([{ id: channel, reaches: "account", account: "Slack approver" }]);
  expect(codeOf(await enter(approver, code))).toBe("INVALID_INPUT");
});

test("G39 a code fits only the person who asked for it, five times, for ten minutes, and the last one only", async () => {
  const { approver, other } = people();
  need(await ask(approver));
  const first = lastCode();
  expect(codeOf(await enter(other, first))).toBe("INVALID_INPUT");
  expect(codeOf(await ask(approver))).toBe("RATE_LIMITED");
  await age(61);
  need(await ask(approver));
  const second = lastCode();
  const wrong = first === second ? "00000000" : first;
  for (let tries = 0; tries < 5; tries += 1) expect(codeOf(await enter(approver, wrong))).toBe("INVALID_INPUT");
  expect(codeOf(await enter(approver, second))).toBe("INVALID_INPUT");
  await age(61);
  need(await ask(approver));
  const third = lastCode();
  await age(601);
  expect(codeOf(await enter(approver, third))).toBe("INVALID_INPUT");
  expect(await accountOf(approver)).toBeNull();
});

test.each([
  ["a guest", { is_restricted: true }],
  ["a guest of one channel", { is_ultra_restricted: true }],
  ["a bot", { is_bot: true }],
  ["a former member", { deleted: true }],
  ["a member of another company", { team_id: "T2" }],
] as const)("G39 %s gets no code", async (_name, fault) => {
  world.slack.people.push({ id: "U000009", email: "nine@slack.test", name: "Nine", ...fault });
  for (const account of ["nine@slack.test", "U000009"]) {
    const refused = await ask(people().approver, account);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { errors: [{ path: "/account", message: expect.stringContaining("full member") as string }] },
    });
  }
  expect(world.slack.messages).toEqual([]);
});

test("who is not found, or cannot be asked, is said in words for the person", async () => {
  const messageOf = async (account: string): Promise<unknown> => {
    const refused = await ask(people().approver, account);
    return refused.ok ? undefined : refused.refusal.errors?.[0]?.message;
  };
  expect(await messageOf("nobody@slack.test")).toBe("(users_not_found) There is no such person in this Slack workspace.");
  expect(await messageOf("just a name")).toMatch(/^Enter the mail address of the account/);
  world.slack.strike("error_before", () => true);
  expect(await messageOf(mailOf(people().approver))).toMatch(/^Slack: the receiver has an internal error/);
});

test("G39 an account is one person's, until they disconnect it", async () => {
  const { approver, other } = people();
  await connect(approver);
  need(await ask(other, mailOf(approver)));
  const code = lastCode();
  expect(codeOf(await enter(other, code))).toBe("INVALID_STATE");
  need(await world.accounts.disconnect(approver, channel));
  need(await enter(other, code));
  expect([await accountOf(approver), await accountOf(other)]).toEqual([null, "Slack approver"]);
  expect(codeOf(await world.accounts.disconnect(approver, channel))).toBe("NOT_FOUND");
});

test("G39 disconnecting neither gives further tries nor another code at once", async () => {
  const { approver } = people();
  need(await ask(approver));
  const code = lastCode();
  const wrong = code === "00000000" ? "00000001" : "00000000";
  for (let tries = 0; tries < 5; tries += 1) await enter(approver, wrong);
  expect(codeOf(await world.accounts.disconnect(approver, channel))).toBe("NOT_FOUND");
  expect(codeOf(await ask(approver))).toBe("RATE_LIMITED");
  expect(codeOf(await enter(approver, code))).toBe("INVALID_INPUT");
});

test("G39 a code that may have been sent counts, though Slack's answer was lost", async () => {
  world.slack.strike("cut_after", ({ url }) => url.endsWith("/chat.postMessage"));
  expect(codeOf(await ask(people().approver))).toBe("INVALID_INPUT");
  expect(world.slack.messages).toHaveLength(1);
  expect(codeOf(await ask(people().approver))).toBe("RATE_LIMITED");
});

test("G39 other credentials or another address of the service, once confirmed, disconnect everybody", async () => {
  const { admin, approver } = people();
  await connect(approver);
  const change = (more: object) => world.running.admin.change(admin, channel, more);
  const credentials = { botToken: "xoxb-another" };
  expect(codeOf(await change({ credentials }))).toBe("INVALID_INPUT");
  expect(await accountOf(approver)).toBe("Slack approver");
  need(await change({ name: "Direct" }));
  expect(await accountOf(approver)).toBe("Slack approver");
  const taken = await world.addMail();
  const { name } = need(await world.running.admin.list(admin)).find(({ id }) => id === taken)!;
  expect(codeOf(await change({ credentials, name, confirm: true }))).toBe("INVALID_STATE");
  expect(await accountOf(approver)).toBe("Slack approver");
  need(await change({ credentials, confirm: true }));
  expect(await accountOf(approver)).toBeNull();
});

test("G39 settings without an address mean the default one, which is another server", async () => {
  const { admin, approver } = people();
  await connect(approver);
  const change = (more: object) => world.running.admin.change(admin, channel, more);
  expect(codeOf(await change({ settings: {} }))).toBe("INVALID_INPUT");
  expect(codeOf(await change({ settings: {}, confirm: true }))).toBe("INVALID_INPUT");
  expect(await accountOf(approver)).toBe("Slack approver");
  need(await change({ settings: {}, credentials: { botToken: "xoxb-another" }, confirm: true }));
  expect(await accountOf(approver)).toBeNull();
});

test("a code that was sent by a former app connects nothing", async () => {
  const { admin, approver } = people();
  need(await ask(approver));
  const code = lastCode();
  need(await world.running.admin.change(admin, channel, { credentials: { botToken: "xoxb-another" }, confirm: true }));
  expect(codeOf(await enter(approver, code))).toBe("INVALID_INPUT");
});

test("another app needs no confirmation where nobody connects an account", async () => {
  const room = await world.addSlack();
  need(await world.running.admin.change(people().admin, room, { credentials: { botToken: "xoxb-another" } }));
});

test("G38 who connects the same account again keeps the messages", async () => {
  const { approver, other } = people();
  await connect(approver);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => conversationOf(1).length === 1);
  await world.untilQuiet();
  await age(61);
  need(await ask(approver));
  need(await enter(approver, lastCode()));
  need(await world.gate.engine.decisions.reject(other, id, { channel: "api" }));
  await until(() => conversationOf(1)[0]?.includes("Rejected by other.") === true);
});

test("G39 a former account is told nothing more, and its messages stay as they are", async () => {
  const { approver, other } = people();
  world.slack.people.push({ id: "U000008", email: "second@slack.test", name: "Second" });
  await connect(approver);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => conversationOf(1).length === 1);
  await world.untilQuiet();
  await age(61);
  need(await ask(approver, "U000008"));
  need(await enter(approver, lastCode()));
  need(await world.gate.engine.decisions.reject(other, id, { channel: "api" }));
  await until(() => conversationOf(8).some((text) => text.includes("The action was rejected by other.")));
  await world.untilQuiet();
  expect(conversationOf(1)).toEqual([expect.stringContaining("An action is waiting for your decision.")]);
});

test("another account takes the place of the first once its code was entered", async () => {
  const { approver } = people();
  world.slack.people.push({ id: "U000008", email: "second@slack.test", name: "Second" });
  await connect(approver);
  await age(61);
  need(await ask(approver, "U000008"));
  expect(await accountOf(approver)).toBe("Slack approver");
  need(await enter(approver, lastCode()));
  expect(await accountOf(approver)).toBe("Second");
});

test("G36 who disconnects the account is not told of what was planned before", async () => {
  const { approver } = people();
  await connect(approver);
  need(await world.log.setPreference(approver, { ...PREFERENCE, channels: [channelAfter(channel, 5)] }));
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).length === 1);
  need(await world.accounts.disconnect(approver, channel));
  await world.dueNow();
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([
    { state: "suppressed", reason: "The person no longer has a connected account." },
  ]);
  expect(world.slack.messages).toEqual([]);
});

test("only a person connects an account, and only to a channel that uses accounts", async () => {
  const room = await world.addSlack();
  const mail = await world.addMail();
  for (const id of [room, mail, "con_none"]) expect(codeOf(await ask(people().approver, "a@slack.test", id))).toBe("NOT_FOUND");
  expect(codeOf(await ask(world.gate.agent))).toBe("FORBIDDEN");
});

test("G39 the log says who connected what, and no code is stored or logged", async () => {
  const { approver } = people();
  need(await ask(approver));
  const code = lastCode();
  need(await enter(approver, code));
  need(await world.accounts.disconnect(approver, channel));
  const { kysely } = world.gate.database;
  const { rows } = await sql<{ data: string }>`select data from audit_event where kind = 'member.notifications_changed'
    order by seq`.execute(kysely);
  expect(rows.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
    { userId: approver.id, connected: channel, accountId: "U000001", accountName: "Slack approver" },
    { userId: approver.id, disconnected: channel, accountId: "U000001", accountName: "Slack approver" },
  ]);
  need(await ask(people().other));
  const other = lastCode();
  const stored = JSON.stringify((await sql`select * from notification_account`.execute(kysely)).rows);
  expect(JSON.stringify([rows, stored, world.logged])).not.toMatch(new RegExp(`${code}|${other}`));
});
