import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { listChannels } from "../../src/store/statements/notification-plans.ts";
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
const assign = async (by: Principal, id: string, to: Principal | null, seen: Principal | null = null) =>
  need(await world.gate.engine.assignments.assign(by, id, { personId: to?.id ?? null, seen: seen?.id ?? null }));
/** Waits until exactly these people's questions wait because somebody else has the action. */
const untilHeld = (...people: Principal[]) =>
  until(async () => {
    const { kysely } = world.gate.database;
    const channels = await listChannels(kysely, [world.gate.agent.workspaceId], world.running.channels.connectors);
    if (!channels.every(({ plannedSeq, headSeq }) => plannedSeq === headSeq)) return false;
    const open = (await world.states()).filter(({ state }) => state === "planned" || state === "sending");
    // Released, it still has that reason until it is judged again, at once.
    const isHeld = ({ state, reason, dueAt }: (typeof open)[number]): boolean =>
      state === "planned" && reason === "Somebody else is assigned to the action." && dueAt.getTime() > Date.now() + 60_000;
    const held = open.filter(isHeld).map(({ recipient }) => recipient);
    return (
      open.length === people.length &&
      held.toSorted().join() ===
        people
          .map(({ id }) => id)
          .toSorted()
          .join()
    );
  });
const untilPlanned = (count: number) => until(async () => (await world.states()).length >= count);

/** Proposes a payment about which everybody is to be asked later. */
async function proposeForLater(): Promise<string> {
  await world.addMail({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await untilPlanned(3);
  return id;
}

test("G41 nobody else is asked about what somebody has taken on; once it is given back, they are", async () => {
  const { admin, approver, other } = world.gate.people;
  const id = await proposeForLater();
  await assign(approver, id, approver);
  await world.dueNow();
  await untilHeld(admin, other);
  expect(whoGot()).toEqual(addresses(approver));
  world.smtp.mails.length = 0;
  await assign(approver, id, null, approver);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, other));
});

test("G41 once who had taken it on is no member any more, the others are asked", async () => {
  const { admin, approver, other } = world.gate.people;
  const id = await proposeForLater();
  await assign(approver, id, approver);
  await world.dueNow();
  await untilHeld(admin, other);
  world.smtp.mails.length = 0;
  await world.gate.database.kysely.deleteFrom("member").where("userId", "=", approver.id).execute();
  await world.dueNow();
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, other));
});

test("G41 if the channel does not reach who is assigned, the others are asked all the same", async () => {
  const { admin, approver, other } = world.gate.people;
  await world.outbox.stop();
  const channel = await world.addMail({ delayMinutes: 0 });
  need(await world.log.setPreference(approver, { ...PREFERENCE, channels: [channelOff(channel)] }));
  const id = await propose(world.gate, "pay", { amount: 7 });
  await assign(admin, id, approver);
  await world.restart();
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, other));
});

test("G41 a reminder goes to who is assigned, an escalation to everybody", async () => {
  const { admin, approver, other } = world.gate.people;
  const slow = { remindAfterSeconds: 3600, escalateAfterSeconds: 7200, escalateTo: [{ user: other.id }], confirm: true };
  need(await world.gate.engine.tools.change(admin, "pay", slow));
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  await assign(approver, id, approver);
  world.smtp.mails.length = 0;
  await world.remind();
  await untilHeld(admin, other);
  expect(whoGot()).toEqual(addresses(approver));
  world.smtp.mails.length = 0;
  await world.gate.database.kysely.updateTable("action").set({ escalateAt: new Date() }).where("id", "=", id).execute();
  await until(() => world.smtp.mails.length > 2);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(admin, approver, other));
});

test("who is assigned by somebody else is told by whom; who takes it on is not", async () => {
  const { approver, other } = world.gate.people;
  await world.addMail();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  world.smtp.mails.length = 0;
  await assign(approver, id, approver);
  await assign(approver, id, other, approver);
  await until(() => world.smtp.mails.length > 0);
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(other));
  expect((await world.mails())[0]?.text).toContain(
    "An action was assigned to you by approver and is waiting for your decision.",
  );
});

test("G41 after the vote of who had taken it on, those are asked whose approval is still missing", async () => {
  const { admin, approver, other } = world.gate.people;
  const approvalRule = { needs: "n_of" as const, n: 2, of: [approver, other].map(({ id }) => ({ user: id })) };
  need(await world.gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
  await world.addMail({ delayMinutes: 5 });
  const id = await propose(world.gate, "pay", { amount: 7 });
  await untilPlanned(2);
  await assign(approver, id, approver);
  await world.dueNow();
  await untilHeld(other);
  expect(whoGot()).toEqual(addresses(approver));
  world.smtp.mails.length = 0;
  need(await world.gate.engine.decisions.approve(approver, id, { channel: "api" }));
  await world.untilQuiet();
  expect(whoGot()).toEqual(addresses(other));
});

test("G38 a message in a room says who is assigned", async () => {
  const { approver, other } = world.gate.people;
  await world.addSlack();
  const id = await propose(world.gate, "pay", { amount: 7 });
  await world.untilQuiet();
  const shown = (): string => world.slack.readText(world.slack.messages[0]);
  await assign(approver, id, approver);
  await until(() => shown().includes("Waiting for a decision; approver is assigned."));
  await assign(other, id, null, approver);
  await until(() => shown().includes("Waiting for a decision."));
  expect(world.slack.messages).toHaveLength(1);
});
