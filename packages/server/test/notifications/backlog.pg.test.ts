import { afterEach, beforeEach, expect, test } from "vitest";
import { propose } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

const SIZE = 900_000;
const COUNT = 60;

let world: NotificationWorld;
/** Length in characters of the largest query result that the outbox received, as JSON. */
let largest = 0;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
  world.onRows = (rows) => void (largest = Math.max(largest, JSON.stringify(rows).length));
  await world.outbox.stop();
});
afterEach(() => world.close());

const fill = async (): Promise<void> => {
  for (let n = 0; n < COUNT; n += 1) await propose(world.gate, "pay", { amount: n, to: "x".repeat(SIZE) });
  largest = 0;
};

test("G36 people are told of a backlog of large actions in one message, for which no argument is read", async () => {
  await world.addMail({ shows: "everything" });
  await fill();
  await world.restart();
  await until(() => world.smtp.mails.length > 0);
  await world.untilQuiet();
  for (const { subject } of await world.mails()) expect(subject).toContain(`${COUNT} actions`);
  expect(largest).toBeLessThan(SIZE);
});

test("G36 an endpoint is told of a backlog of large actions, a few of which are read at once", async () => {
  await world.addWebhook({ shows: "everything", events: ["action.proposed"] });
  await fill();
  await world.restart();
  await until(() => world.receiver.received.length === COUNT);
  await world.untilQuiet();
  // Five actions, with the proposed and the effective input of each.
  expect(largest).toBeLessThan(11 * SIZE);
  expect(largest).toBeGreaterThan(SIZE);
});
