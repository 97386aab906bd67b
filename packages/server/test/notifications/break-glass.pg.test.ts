import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApprovalRule } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { channelOff, openNotificationWorld, PREFERENCE, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
});
afterEach(() => world.close());

const addressOf = ({ id }: Principal): string => `${id}@example.test`;
const reason = "The site is down and the others sleep";

test("G46 everybody who decides is told at once that the glass was broken, muted, in quiet hours or of another tool's channel", async () => {
  const { approver, other, admin, viewer } = world.gate.people;
  const { engine, database } = world.gate;
  await database.kysely.updateTable("member").set({ breakGlass: true }).where("userId", "=", approver.id).execute();
  const mail = await world.addMail({ shows: "summary", delayMinutes: 60 });
  await world.addSlack({ tools: ["fail"], shows: "everything" });
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  const quiet = { from: (minute + 1438) % 1440, until: (minute + 600) % 1440 };
  need(await world.log.setPreference(other, { ...PREFERENCE, quiet, timeZone: "UTC" }));
  need(await world.log.setPreference(admin, { ...PREFERENCE, channels: [channelOff(mail)] }));
  const id = await propose(world.gate, "pay", { amount: 1, note: "secret-argument" }, { delivery: "queue", waitSeconds: 0 });
  await until(async () => need(await world.log.list(admin, { states: ["planned"] })).items.length === 2);
  expect(world.smtp.mails).toEqual([]);

  const { digest } = need(await engine.actions.get(admin, id));
  need(await engine.decisions.breakGlass(approver, id, { digest, reason }));
  await until(() => world.smtp.mails.length >= 2 && world.slack.messages.length >= 1);
  const mails = await world.mails();
  const receivers = mails.flatMap(({ to }) => to.map(({ address }) => address)).toSorted();
  expect(receivers).toEqual([addressOf(admin), addressOf(other)].toSorted());
  expect(receivers).not.toContain(addressOf(viewer));
  for (const { subject, text } of mails) {
    expect(subject).toBe("Emergency approval: pay · Test");
    expect(text).toContain(`approver approved an action alone in an emergency`);
    expect(text).toContain(reason);
  }
  const [told, ...more] = world.slack.messages.map((message) => world.slack.readText(message));
  expect(told).toContain(reason);
  expect(told).not.toContain("secret-argument");
  expect(more).toEqual([]);
  // A service has a message before the server has noted that.
  const sent = async () => (await world.states()).filter(({ kind, state }) => kind === "glass_broken" && state === "sent");
  await until(async () => (await sent()).length === 3);
});

test("G46 the emergency is a message of its own, also where its action fails before anybody is told", async () => {
  const { approver, other, admin } = world.gate.people;
  const { engine, database } = world.gate;
  await database.kysely.updateTable("member").set({ breakGlass: true }).where("userId", "=", approver.id).execute();
  await world.addMail({ shows: "link" });
  const approvalRule: ApprovalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
  need(await engine.tools.change(admin, "fail", { approvalRule, confirm: true }));
  const id = await propose(world.gate, "fail", { amount: 1 }, { delivery: "queue", waitSeconds: 0 });
  await world.untilQuiet();
  need(await engine.decisions.approve(other, id, { channel: "inbox" }));
  await world.untilQuiet();
  await world.outbox.stop();
  world.smtp.mails.length = 0;
  await world.forgetRate();
  const { digest } = need(await engine.actions.get(admin, id));
  need(await engine.decisions.breakGlass(approver, id, { digest, reason }));
  await untilStatus(world.gate, id, "failed");
  await world.restart();
  await world.untilQuiet();
  const toOther = (await world.mails()).filter(({ to }) => to[0]?.address === addressOf(other));
  expect(toOther.map(({ subject }) => subject)).toContain("Emergency approval: an action · Test");
  const emergency = toOther.find(({ subject }) => subject?.startsWith("Emergency"));
  expect(emergency?.text).toContain("Somebody approved an action alone in an emergency");
  expect(emergency?.text).not.toContain(reason);
});
