import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuse } from "../../src/core/refusal.ts";
import { need, propose } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

/*
 * Messages that cannot be changed, and actions of which it is not known yet whom their routing rules name.
 */

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
});
afterEach(() => world.close());

const shown = (): string[] => world.slack.messages.map((message) => world.slack.readText(message));
const statesOf = async (kind: string) => (await world.states()).filter((one) => one.kind === kind);
const isUpdate = ({ url }: Request): boolean => url.endsWith("/chat.update");
const reject = async (id: string) =>
  need(await world.gate.engine.decisions.reject(world.gate.people.approver, id, { channel: "api" }));
const TOLD = "The action was rejected by approver. No action is needed.";

test("G38 where the service refuses a change for good, the decision is told by another message", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.slack.closed.add(world.slack.messages[0]!.ts);
  await reject(id);
  await until(async () => (await statesOf("updated"))[0]?.state === "dead");
  await world.untilQuiet();
  expect((await statesOf("updated"))[0]?.reason).toContain("edit_window_closed");
  expect(shown()).toEqual([expect.stringContaining("is waiting for a decision"), expect.stringContaining(TOLD)]);
});

test("G38 a decision that was left to a change is told once the change has failed for good", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.slack.strike("error_before", isUpdate);
  await reject(id);
  await until(async () => (await statesOf("updated")).some(({ state, attempts }) => state === "planned" && attempts === 1));
  await until(async () => (await statesOf("decided"))[0]?.state === "suppressed");
  world.slack.closed.add(world.slack.messages[0]!.ts);
  await world.dueNow();
  await until(() => shown().length === 2);
  await world.untilQuiet();
  expect(shown()[1]).toContain(TOLD);
  expect(await statesOf("decided")).toMatchObject([{ state: "sent" }]);
});

test("G38 a change after which the service asks for a pause is followed by nothing until that is over", async () => {
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.slack.strike("rate_limit", isUpdate);
  await reject(id);
  await until(async () => (await statesOf("updated")).some(({ state, attempts }) => state === "planned" && attempts === 1));
  await until(() => world.slack.faults.length === 0);
  await until(async () => (await world.states()).every(({ state }) => state !== "sending"));
  const due = await world.gate.database.kysely
    .selectFrom("notification")
    .select(["kind", "dueAt"])
    .where("state", "=", "planned")
    .execute();
  expect(due.map(({ kind }) => kind).toSorted()).toEqual(["decided", "updated"]);
  for (const { dueAt } of due) expect(dueAt.getTime() - Date.now()).toBeGreaterThan(6_000_000);
});

/** A payment of 1, and a rule that came after it and does not apply: what it says is not stored. */
async function proposeBeforeRule(): Promise<string> {
  const { admin, other } = world.gate.people;
  const of = (id: string) => ({ needs: "any_of" as const, of: [{ user: id }] });
  const id = await propose(world.gate, "pay", { amount: 1 });
  const routingRules = [{ name: "Large", when: "args.amount > 100", approvalRule: of(admin.id) }];
  need(await world.gate.engine.tools.change(admin, "pay", { approvalRule: of(other.id), routingRules, confirm: true }));
  return id;
}

const busy = async () => refuse("UNAVAILABLE", "Too many calls are being validated.");

test("G36 nobody is asked while it is not known whom an action's rules name, and then exactly those", async () => {
  const { answerRouting } = world;
  let refused = 0;
  world.answerRouting = async () => {
    refused += 1;
    return busy();
  };
  await world.outbox.stop();
  await world.addMail();
  await proposeBeforeRule();
  await world.restart();
  await until(() => refused > 0);
  await world.outbox.stop();
  expect(await world.states()).toEqual([]);
  world.answerRouting = answerRouting;
  await world.restart();
  await until(() => world.smtp.mails.length > 0);
  await world.untilQuiet();
  expect(world.smtp.mails.flatMap(({ to }) => to)).toEqual([`${world.gate.people.other.id}@example.test`]);
});

test("G36 what was planned waits, and is not dropped, while it is not known whom its rules name now", async () => {
  const { admin, other } = world.gate.people;
  await world.outbox.stop();
  await world.addMail({ delayMinutes: 5 });
  await proposeBeforeRule();
  await world.restart();
  await until(async () => (await world.states()).length === 1);
  // What the rule said holds for the former risk only.
  need(await world.gate.engine.tools.change(admin, "pay", { risk: 3, confirm: true }));
  const { answerRouting } = world;
  world.answerRouting = busy;
  await world.dueNow();
  // The rules are evaluated elsewhere too, so a refusal alone does not say that the notification was looked at.
  await until(async () => {
    const { state, dueAt } = (await world.states())[0]!;
    return state !== "sending" && (state !== "planned" || dueAt.getTime() > Date.now());
  });
  await world.outbox.stop();
  expect(await world.states()).toMatchObject([{ kind: "asked", state: "planned", attempts: 0, recipient: other.id }]);
  world.answerRouting = answerRouting;
  await world.restart();
  await world.dueNow();
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ kind: "asked", state: "sent", recipient: other.id }]);
});

test("G36 rules that take long to evaluate delay nothing for ever: each is evaluated once, in the order of the events", async () => {
  const { other } = world.gate.people;
  await world.outbox.stop();
  await world.addMail();
  const first = await propose(world.gate, "pay", { amount: 2 });
  const ids = [first, await proposeBeforeRule(), await propose(world.gate, "fail", { amount: 4 })];
  await world.remind();
  const { answerRouting } = world;
  const evaluated: unknown[] = [];
  world.answerRouting = async (by, whens, inputs, facts) => {
    evaluated.push(inputs[0]?.["amount"]);
    await delay(1100);
    return answerRouting(by, whens, inputs, facts);
  };
  await world.restart();
  await until(async () => {
    const sent = (await world.states()).filter(({ state, recipient }) => state === "sent" && recipient === other.id);
    return sent.length >= ids.length;
  });
  await world.untilQuiet();
  expect(evaluated).toEqual([2, 1]);
});

test("who approved is asked again when the target that came with the preview voided that approval", async () => {
  const { engine, people, worker } = world.gate;
  const tool = { name: "draw", description: "Draws what it is told to draw.", inputSchema: { type: "object" }, previews: true };
  need(await engine.declaredTools.register(worker, [tool as never]));
  const approvalRule = { needs: "n_of" as const, n: 2, of: [people.approver, people.other].map(({ id }) => ({ user: id })) };
  need(await engine.tools.change(people.admin, "draw", { approvalRule, confirm: true }));
  await world.addMail();
  const id = await propose(world.gate, "draw", { n: 1 });
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  need(await engine.decisions.approve(people.approver, id, { channel: "api" }));
  const [wanted] = need(await engine.workers.claim(worker, { tools: ["draw"], waitSeconds: 0, limit: 0 })).previews;
  const drawn = { version: wanted!.version, preview: { title: "Drawn" }, target: "page:7", snapshot: { version: "1" } };
  need(await engine.workers.answerPreview(worker, id, drawn as never));
  await until(() => world.smtp.mails.length > 0);
  await world.untilQuiet();
  expect(world.smtp.mails.flatMap(({ to }) => to)).toEqual([`${people.approver.id}@example.test`]);
});
