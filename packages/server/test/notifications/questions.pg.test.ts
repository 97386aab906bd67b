import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { questionsConnector } from "../../src/tools/connectors/questions/ask-person.ts";
import { SLACK_CHANNEL, SLACK_SIGNING_SECRET } from "../connectors/fakes/slack.ts";
import { need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
beforeEach(async () => {
  world = await openNotificationWorld("pg", { connectors: [questionsConnector] });
});
afterEach(() => world.close());

const toApprover = () => world.slack.messages.find((one) => one.channel === "D000001");

/** Connects a person's account at the service, by the code that it is sent. */
async function connect(connectionId: string, by: Principal): Promise<void> {
  const account = `${by.id}@slack.test`;
  world.slack.people.push({ id: "U000001", email: account, name: by.name });
  need(await world.accounts.connect(by, { connectionId, account }, AbortSignal.timeout(60_000)));
  const code = /: (\d{8})\./.exec(world.slack.readText(world.slack.messages.at(-1)))?.[1] ?? "";
  need(await world.accounts.confirm(by, { connectionId, code }));
  world.slack.messages.length = 0;
}

test("G45 a question is told as one, is answered elsewhere than in the message, and the message says that it was", async () => {
  const { approver, admin } = world.gate.people;
  await world.addMail();
  await world.addSlack({ shows: "everything" });
  const decides = { shows: "everything", decides: [{ tool: "ask_person", maxRisk: 3 }] };
  const direct = await world.addDirectSlack(decides, { signingSecret: SLACK_SIGNING_SECRET });
  await connect(direct, approver);
  const id = await propose(world.gate, "ask_person", { question: "Which city?" });
  await until(() => world.smtp.mails.length >= 3 && world.slack.messages.length >= 1);
  await world.untilQuiet();
  const [mail] = await world.mails();
  expect(mail?.subject).toBe("Question for a person · Test");
  expect(mail?.text).toContain("A question is waiting for your answer.");
  const room = () => world.slack.readText(world.slack.messages.find((one) => one.channel === SLACK_CHANNEL));
  await until(() => toApprover() !== undefined);
  expect(world.slack.readText(toApprover())).toContain("A question is waiting for your answer.");
  expect(world.slack.buttonsOf(toApprover())).toEqual([]);
  expect(room()).toContain("A question is waiting for an answer.");
  need(
    await world.gate.engine.decisions.approve(approver, id, { channel: "inbox", userEdits: { answer: { answer: "Rome" } } }),
  );
  await untilStatus(world.gate, id, "executed");
  await until(() => room().includes("Answered by approver."));
  await until(async () => (await world.mails()).some(({ text }) => text?.includes("The question was answered by approver.")));
  const { decisions } = need(await world.gate.engine.actions.get(admin, id));
  expect(decisions).toMatchObject([{ verdict: "approve", by: { id: approver.id } }]);
});
