import { afterEach, beforeEach, expect, test } from "vitest";
import { questionsConnector } from "../../src/tools/connectors/questions/ask-person.ts";
import { need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg", { connectors: [questionsConnector] });
});
afterEach(() => world.close());

test("G45 a question is told as one, is answered elsewhere than in the message, and the message says that it was", async () => {
  const { approver, admin } = world.gate.people;
  await world.addMail();
  await world.addSlack({ shows: "everything" });
  const id = await propose(world.gate, "ask_person", { question: "Which city?" });
  await until(() => world.smtp.mails.length >= 3 && world.slack.messages.length >= 1);
  await world.untilQuiet();
  const [mail] = await world.mails();
  expect(mail?.subject).toBe("Question for a person · Test");
  expect(mail?.text).toContain("A question waits for your answer.");
  const room = () => world.slack.readText(world.slack.messages[0]);
  expect(room()).toContain("A question waits for an answer.");
  need(
    await world.gate.engine.decisions.approve(approver, id, { channel: "inbox", userEdits: { answer: { answer: "Rome" } } }),
  );
  await untilStatus(world.gate, id, "executed");
  await until(() => room().includes("Answered by approver."));
  await until(async () => (await world.mails()).some(({ text }) => text?.includes("The question is answered by approver.")));
  const { decisions } = need(await world.gate.engine.actions.get(admin, id));
  expect(decisions).toMatchObject([{ verdict: "approve", by: { id: approver.id } }]);
});
