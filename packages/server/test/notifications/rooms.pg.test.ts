import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withdrawActions } from "../../src/store/statements/withdraw-actions.ts";
import { need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { SLACK_CHANNEL } from "../connectors/fakes/slack.ts";
import { channelAfter, openNotificationWorld, PREFERENCE, PUBLIC_URL, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
});
afterEach(() => world.close());

const approve = async (id: string, by = world.gate.people.approver, userEdits?: object) =>
  need(await world.gate.engine.decisions.approve(by, id, { channel: "api", ...(userEdits && { userEdits }) } as never));
const reject = async (id: string) =>
  need(await world.gate.engine.decisions.reject(world.gate.people.approver, id, { channel: "api" }));
/** What the room shows now, oldest first. */
const shown = (): string[] => world.slack.messages.map((message) => world.slack.readText(message));
const untilPlanned = (count: number) => until(async () => (await world.states()).length >= count);
const statesOf = async (kind: string) => (await world.states()).filter((one) => one.kind === kind);
const isUpdate = ({ url }: Request): boolean => url.endsWith("/chat.update");

test("G36 a room is told of what waits, once, and of nothing that the agent wrote", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7, to: "canary-4711" }, { caption: "canary-4711" });
  await world.untilQuiet();
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toBe(
    ["Approval: pay · Test", "An action is waiting for a decision.", "Moderate risk, proposed by agent", "Open action"].join(
      "\n",
    ),
  );
  expect(world.slack.linksOf(world.slack.messages[0])).toEqual([`${PUBLIC_URL}/actions/${id}`]);
  expect(JSON.stringify(world.slack.messages)).not.toContain("canary-4711");
});

test("G38 once decided and executed, the message says so, by whom, and no other one is sent", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await until(async () => (await statesOf("updated")).length === 2);
  await world.untilQuiet();
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toContain("Approved by approver, and executed.");
  expect(shown()[0]).not.toContain("waits");
  expect(await statesOf("decided")).toMatchObject([
    { state: "suppressed", reason: "The existing message is updated instead." },
  ]);
});

test.each([
  ["rejected", "Rejected by approver."],
  ["link", "Rejected."],
])("a message shows who decided only where more than a link may leave: %s", async (name, words) => {
  await world.addSlack(name === "link" ? { shows: "link" } : {});
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  await reject(id);
  await until(() => shown()[0]?.includes("Rejected") === true);
  expect(shown()[0]).toContain(words);
});

test("G38 votes and edits are shown: the message carries the arguments as they are now", async () => {
  const { admin, other } = world.gate.people;
  const approvalRule = { needs: "n_of" as const, n: 3, of: [{ role: "approver" as const }] };
  need(await world.gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
  await world.addSlack({ shows: "everything" });
  const id = await propose(world.gate, "pay", { amount: 5 });
  await world.untilQuiet();
  expect(shown()[0]).toContain("amount\n5");
  await approve(id);
  await until(() => shown()[0]?.includes("Approved by approver; waiting for more approvals.") === true);
  await approve(id, other, { amount: 999 });
  await until(() => shown()[0]?.includes("amount\n999") === true);
  expect(shown()[0]).toContain("Approved by other; waiting for more approvals.");
});

test("a room is told only of the tools it is for", async () => {
  await world.addSlack({ tools: ["fail"] });
  await propose(world.gate, "pay", { amount: 7 });
  await propose(world.gate, "fail", { amount: 7 });
  await world.untilQuiet();
  expect(shown()).toEqual([expect.stringContaining("Approval: fail")]);
});

test("a room is told only of the actions to which one of its routing rules applies", async () => {
  const routingRules = [
    { name: "Large payments", when: "args.amount > 100" },
    { name: "Odd", when: "int(args.amount) % 2 == 1" },
  ];
  need(await world.gate.engine.tools.change(world.gate.people.admin, "pay", { routingRules }));
  await world.addSlack({ routingRules: ["Large payments"], shows: "everything" });
  for (const amount of [7, 700]) await propose(world.gate, "pay", { amount });
  await world.untilQuiet();
  expect(shown()).toEqual([expect.stringContaining("amount\n700")]);
  need(await world.gate.engine.tools.change(world.gate.people.admin, "pay", { routingRules: [], confirm: true }));
});

test("G36 a room is told of an action to which one of its routing rules applies since an edit", async () => {
  const { admin, approver, other } = world.gate.people;
  const settings = {
    approvalRule: { needs: "n_of" as const, n: 2, of: [approver, other].map(({ id }) => ({ user: id })) },
    routingRules: [{ name: "Large payments", when: "args.amount > 100" }],
    confirm: true,
  };
  need(await world.gate.engine.tools.change(admin, "pay", settings));
  await world.addSlack({ routingRules: ["Large payments"], shows: "everything" });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await approve(id, approver);
  await world.untilQuiet();
  expect(shown()).toEqual([]);
  await approve(id, other, { amount: 700 });
  await until(() => shown().length > 0);
  await world.untilQuiet();
  expect(shown()).toEqual([expect.stringContaining("amount\n700")]);
});

test("a message about what ended before its execution does not say that it failed", async () => {
  const { engine, database, agent } = world.gate;
  await world.addSlack();
  await engine.stop(1);
  // A stopped engine does not notify the outbox of changes; a restarted outbox looks for them. It is stopped before, because what
  // it was sending would be sent again.
  await world.outbox.stop();
  const approved = await propose(world.gate, "pay", { amount: 7 });
  await world.restart();
  await world.untilQuiet();
  await world.outbox.stop();
  const waiting = await propose(world.gate, "pay", { amount: 8 });
  await world.restart();
  await world.untilQuiet();
  await world.outbox.stop();
  await approve(approved);
  await withdrawActions(database.kysely, agent.workspaceId, ["pay"]);
  await untilStatus(world.gate, waiting, "failed");
  await world.restart();
  await until(() => shown()[1]?.includes("Not run") === true && shown()[0]?.includes("not run") === true);
  await world.untilQuiet();
  expect(shown()[0]).toContain("Approved by approver; it was not run.");
  expect(shown()[1]).toContain("Not run: the action is no longer possible.");
  expect(shown()[2]).toContain("The action was approved but not run.");
});

test("a message says when an approved action is to run, and by whom the approval was withdrawn", async () => {
  const { people, engine } = world.gate;
  await world.addSlack();
  await world.addWebhook({ shows: "summary" });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  const start = new Date(Date.now() + 86_400_000).toISOString();
  need(await engine.decisions.approve(people.approver, id, { channel: "api", notBefore: start }));
  await world.untilQuiet();
  expect(shown()[0]).toContain(`Approved by approver, to run no earlier than ${start.slice(0, 16).replace("T", " ")} UTC.`);
  need(await engine.settlements.withdraw(people.other, id));
  await world.untilQuiet();
  expect(shown()[0]).toContain("Approved by approver; it was not run.");
  expect(shown()[1]).toContain("The action was approved but not run: the approval was withdrawn by other.");
  const told = world.receiver.received.find(({ type }) => type === "action.withdrawn");
  expect(told?.data).toMatchObject({ words: "The action was withdrawn before it ran, by other." });
});

test("G36 a room is not told of what was decided before its wait was over", async () => {
  await world.addSlack({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await untilPlanned(1);
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await world.untilQuiet();
  expect(shown()).toEqual([]);
});

test("G38 a vote does not send what still waits for its time", async () => {
  const approvalRule = { needs: "n_of" as const, n: 2, of: [{ role: "approver" as const }] };
  need(await world.gate.engine.tools.change(world.gate.people.admin, "pay", { approvalRule, confirm: true }));
  await world.addSlack({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await untilPlanned(1);
  await approve(id);
  await until(async () => (await statesOf("updated"))[0]?.state === "suppressed");
  expect(await statesOf("asked")).toMatchObject([{ state: "planned", attempts: 0 }]);
  expect(shown()).toEqual([]);
});

test("a failed execution answers the message in its thread, and changes it", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "fail", { amount: 7 });
  await world.untilQuiet();
  await approve(id);
  await untilStatus(world.gate, id, "failed");
  await until(() => shown().length === 2);
  await world.untilQuiet();
  const [first, reply] = world.slack.messages;
  expect(shown()[0]).toContain("Approved by approver; its execution failed.");
  expect(shown()[1]).toContain("The action was approved, but its execution failed.");
  expect(reply).toMatchObject({ threadTs: first?.ts, isBroadcast: true });
});

test("a reminder answers in the thread, and is changed with the message it reminds of", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => shown().length === 1);
  await world.untilQuiet();
  await world.remind();
  await until(() => shown().length === 2);
  await world.untilQuiet();
  expect(shown()[1]).toContain("An action is still waiting for a decision.");
  await reject(id);
  await until(() => shown().every((text) => text.includes("Rejected by approver.")));
  expect(world.slack.messages[1]?.threadTs).toBe(world.slack.messages[0]?.ts);
});

test("many actions at once are one message, which counts those that still wait", async () => {
  await world.addSlack();
  await world.outbox.stop();
  await Promise.all(Array.from({ length: 30 }, (_, amount) => propose(world.gate, "pay", { amount })));
  await world.restart();
  await until(() => shown().length === 1);
  await world.untilQuiet();
  expect(shown()[0]).toContain("30 actions are waiting for a decision · Test");
  // The message names the first twenty in the order of the log, which is any order of calls made at once.
  const [first = ""] = world.slack.linksOf(world.slack.messages[0]);
  await reject(first.split("/").at(-1)!);
  await until(() => shown()[0]?.includes("29 actions are waiting for a decision, 1 decided") === true);
  expect(shown()[0]).toContain("Rejected by approver.");
  expect(shown()).toHaveLength(1);
});

test("G38 more messages than one pass changes are all changed, also where actions are in several", async () => {
  await world.addSlack();
  const ids: string[] = [];
  for (let n = 0; n < 24; n += 1) {
    ids.push(await propose(world.gate, "pay", { amount: n }));
    await until(() => shown().length === n + 1);
    await world.untilQuiet();
    await world.forgetRate();
  }
  await world.remind();
  await until(async () => (await statesOf("reminded")).length === 24);
  await world.untilQuiet();
  await world.outbox.stop();
  for (const id of ids) await reject(id);
  await world.restart();
  await until(async () => (await statesOf("updated")).filter(({ state }) => state === "sent").length === 24);
  await world.untilQuiet();
  expect(shown().filter((text) => text.includes("for a decision"))).toEqual([]);
});

test("G38 a change waits for no limit of messages", async () => {
  await world.addSlack();
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    ids.push(await propose(world.gate, "pay", { amount: n }));
    await untilPlanned(n + 1);
    if (n < 6) await world.untilQuiet();
  }
  await until(async () => (await statesOf("asked")).filter(({ state }) => state === "planned").length === 1);
  await reject(ids[0]!);
  await until(() => shown()[0]?.includes("Rejected") === true);
  expect(shown()).toHaveLength(6);
});

test("G38 a change that the service did not take is repeated", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.slack.strike("error_before", isUpdate);
  await reject(id);
  await until(async () => (await statesOf("updated")).some(({ state, attempts }) => state === "planned" && attempts === 1));
  expect(shown()[0]).toContain("is waiting for a decision");
  await world.dueNow();
  await until(() => shown()[0]?.includes("Rejected by approver.") === true);
});

test("a message that somebody deleted cannot be changed, and the log says so", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.slack.messages.length = 0;
  await reject(id);
  await until(async () => (await statesOf("updated"))[0]?.state === "dead");
  expect((await statesOf("updated"))[0]?.reason).toContain("(message_not_found) The message was deleted.");
});

test("G38 if it is not known which message asked, because a process died, the room is told by another one", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  await world.outbox.stop();
  // As a process leaves it that was killed between the service's answer and its own note of it.
  await sql`update notification set state = 'sending', lease_until = now() - interval '1 second', ended_at = null,
    external_ref = null`.execute(world.gate.database.kysely);
  await reject(id);
  await world.restart();
  await until(() => shown().length === 2);
  await world.untilQuiet();
  expect(shown()[1]).toContain("The action was rejected by approver. No action is needed.");
});

test("an app that is not in the channel is told what to do, and posts once it was invited", async () => {
  world.slack.joined.clear();
  await world.addSlack();
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ attempts, state }) => attempts === 1 && state === "planned"));
  expect((await world.states())[0]?.reason).toContain("(not_in_channel) Invite the app to the channel.");
  world.slack.joined.add("C024BE91L");
  await world.dueNow();
  await world.untilQuiet();
  expect(shown()).toHaveLength(1);
});

test("G36 where messages cannot be changed, the room is told of the decision about what it was asked", async () => {
  await world.addTeams();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  await approve(id);
  await untilStatus(world.gate, id, "executed");
  await until(async () => (await statesOf("decided")).length === 1);
  await world.untilQuiet();
  expect(world.teams.cards.map((card) => world.teams.readText(card).split("\n")[1])).toEqual([
    "An action is waiting for a decision.",
    "The action was approved by approver. No action is needed.",
  ]);
  expect(await statesOf("updated")).toEqual([]);
});

test("what was planned for people is not posted in the channel that took their place", async () => {
  const id = await world.addDirectSlack();
  const { approver, admin } = world.gate.people;
  world.slack.people.push({ id: "U000001", email: "a@slack.test", name: "A" });
  need(await world.accounts.connect(approver, { connectionId: id, account: "U000001" }, AbortSignal.timeout(60_000)));
  const code = /: (\d{8})\./.exec(shown()[0] ?? "")?.[1] ?? "";
  need(await world.accounts.confirm(approver, { connectionId: id, code }));
  need(await world.log.setPreference(approver, { ...PREFERENCE, channels: [channelAfter(id, 5)] }));
  await propose(world.gate, "pay", { amount: 7 });
  await untilPlanned(1);
  world.slack.messages.length = 0;
  const settings = { channel: SLACK_CHANNEL, apiUrl: world.slack.apiUrl };
  need(await world.running.admin.change(admin, id, { settings }));
  await world.dueNow();
  await world.untilQuiet();
  expect(await statesOf("asked")).toMatchObject([
    { state: "suppressed", reason: "The channel no longer sends messages to people." },
  ]);
  expect(shown()).toEqual([]);
});
