import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { withdrawActions } from "../../src/store/statements/withdraw-actions.ts";
import { need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
});
afterEach(() => world.close());

const people = () => world.gate.people;
const addressOf = ({ id }: Principal): string => `${id}@example.test`;
const whoGot = (): string[] => world.smtp.mails.flatMap(({ to }) => to).toSorted();
const addresses = (...of: Principal[]): string[] => of.map(addressOf).toSorted();

test("G36 an edit that makes a routing rule apply asks the people whom that rule names", async () => {
  const { admin, approver, other } = people();
  const each = (...of: Principal[]) => of.map(({ id }) => ({ user: id }));
  const settings = {
    approvalRule: { needs: "all_of" as const, of: each(approver, other) },
    routingRules: [{ name: "Large", when: "args.amount > 100", approvalRule: { needs: "any_of" as const, of: each(admin) } }],
    confirm: true,
  };
  need(await world.gate.engine.tools.change(admin, "pay", settings));
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 1 });
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(approver, other));
  world.smtp.mails.length = 0;
  need(await world.gate.engine.decisions.approve(approver, id, { channel: "api", userEdits: { amount: 700 } }));
  await until(() => whoGot().length > 0);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin));
});

test("who approved what was then not run is told so, and who was asked about what can no longer run is told that", async () => {
  const { engine, database, agent } = world.gate;
  await world.addMail();
  const [approved, waiting] = [
    await propose(world.gate, "pay", { amount: 1 }),
    await propose(world.gate, "fail", { amount: 2 }),
  ];
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  await engine.stop(1);
  need(await engine.decisions.approve(people().approver, approved, { channel: "api" }));
  // A stopped engine does not notify the outbox of changes; a restarted outbox looks for them.
  await world.restart();
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  // What it was sending when it is restarted would be sent again.
  await world.outbox.stop();
  await withdrawActions(database.kysely, agent.workspaceId, ["pay", "fail"]);
  await untilStatus(world.gate, waiting, "failed");
  await world.forgetRate();
  await world.restart();
  await until(() => world.smtp.mails.length >= 3);
  await world.untilQuiet();
  const textsOf = async (person: Principal) =>
    (await world.mails()).filter(({ to }) => to[0]?.address === addressOf(person)).map(({ text }) => text ?? "");
  expect((await textsOf(people().approver)).join()).toContain("The action was approved but not run.");
  for (const person of [people().admin, people().other]) {
    const [text, ...more] = await textsOf(person);
    expect(text).toContain("The action is no longer possible. No action is needed.");
    expect(more).toEqual([]);
  }
  expect(world.smtp.mails.map(({ text }) => text).join()).not.toContain("execution failed");
});
