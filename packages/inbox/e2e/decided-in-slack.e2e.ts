import { expect, test, type Page } from "@playwright/test";
import type { Notification } from "@countersign/protocol";
import { NTFY_TOKEN, NTFY_TOPIC, startFakeNtfy, type FakeNtfy } from "../../server/test/connectors/fakes/ntfy.ts";
import { SLACK_APP_TOKEN, SLACK_TOKEN, startFakeSlack, type FakeSlack } from "../../server/test/connectors/fakes/slack.ts";
import { SMTP_USER, startFakeSmtp, type FakeSmtp } from "../../server/test/connectors/fakes/smtp.ts";
import { startFakeTeams, type FakeTeams } from "../../server/test/connectors/fakes/teams.ts";
import { read } from "./support/content.ts";
import { collectComplaints, expectAccessibleAtAllSizes, PERSON, resumeSession, signInFirstTime } from "./support/pages.ts";
import { addPerson } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 400_000 });

/** Member ids at Slack. */
const [ADA, BOB] = ["U000001", "U000002"];

let server: TestServer;
let slack: FakeSlack;
let ntfy: FakeNtfy;
let teams: FakeTeams;
let smtp: FakeSmtp;

test.beforeAll(async ({ browser }) => {
  [server, slack, ntfy, teams, smtp] = await Promise.all([
    startTestServer(),
    startFakeSlack(),
    startFakeNtfy(),
    startFakeTeams(),
    startFakeSmtp(),
  ]);
  slack.people.push({ id: ADA, email: "ada@slack.test", name: "Ada at Slack" });
  slack.people.push({ id: BOB, email: "bob@slack.test", name: "Bob at Slack" });
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => Promise.all([server.close(), slack.close(), ntfy.close(), teams.close(), smtp.close()]));

const add = async (connector: string, settings: object, credentials: object): Promise<void> => {
  const body = { connector, name: connector, settings, credentials, allowPrivate: true, confirm: true };
  expect((await server.fetch("/api/connections", { body })).ok).toBe(true);
};
const messageTo = (id: string) => slack.messages.findLast(({ channel }) => channel === id.replace("U", "D"));
const shownTo = (id: string): string => slack.readText(messageTo(id));

/** Connects an account at Slack by the code that is sent to it. */
async function connect(page: Page, account: string): Promise<void> {
  await page.goto(`${server.url}/notifications`);
  await page.getByRole("button", { name: "Connect your account" }).click();
  await page.getByLabel("Your Slack account").fill(account);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  const code = /: (\d{8})\./.exec(shownTo(account))?.[1] ?? "";
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expectAccessibleAtAllSizes(page, "entering the code of an account");
  await page.getByRole("button", { name: "Connect account", exact: true }).click();
  await expect(page.getByText(/Slack messages are sent to .* at Slack\./)).toBeVisible();
}

test("two people over four channels: pushed, mailed while it waits, decided in Slack, and everybody knows", async ({
  page,
  browser,
}) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);

  await test.step("an administrator adds Slack, and confirms that files are decided on there", async () => {
    await page.goto(`${server.url}/admin/notifications`);
    await page.getByRole("button", { name: "Add channel…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a channel" });
    await dialog.getByLabel("Channel type", { exact: true }).selectOption({ label: "Slack" });
    await dialog.getByLabel("Name", { exact: true }).fill("Slack");
    await dialog.getByLabel("Content of messages", { exact: true }).selectOption("everything");
    await dialog.getByLabel("Decided in messages", { exact: true }).fill('[{"tool": "write_file", "maxRisk": 3}]');
    await dialog.getByLabel("Address of the API", { exact: true }).fill(slack.apiUrl);
    await dialog.getByLabel("Bot token", { exact: true }).fill(SLACK_TOKEN);
    await dialog.getByLabel("App-level token", { exact: true }).fill(SLACK_APP_TOKEN);
    await dialog.getByLabel("Allow addresses on this machine").check();
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await expect(page.getByText("calls to write_file up to risk level L3 can be approved in messages")).toBeVisible();
    await expectAccessibleAtAllSizes(page, "confirming decisions in messages");
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    const mail = { host: "127.0.0.1", port: smtp.port, tls: "none", from: "gate@example.test", delayMinutes: 1 };
    await add("email-notifications", mail, SMTP_USER);
    await add("ntfy", { server: ntfy.url, topic: NTFY_TOPIC, shows: "summary" }, { token: NTFY_TOKEN });
    await add("teams", {}, { url: teams.workflowUrl });
  });

  const bob = await addPerson(browser, server, { name: "Bob Approver" });
  await test.step("both connect their accounts", async () => {
    await connect(page, ADA);
    await connect(bob.page, BOB);
    slack.messages.length = 0;
  });

  const id = await propose(server, "write_file", { path: "new.txt", content: "hello" });
  await test.step("it is pushed and posted at once, and mailed after a minute, as nobody decided", async () => {
    await expect.poll(() => ntfy.messages.map(({ click }) => click)).toEqual([`${server.url}/actions/${id}`]);
    await expect.poll(() => teams.cards.length).toBe(1);
    await expect.poll(() => slack.messages.length).toBe(2);
    expect(shownTo(BOB)).toContain("An action is waiting for your decision.");
    expect(shownTo(BOB)).toContain("hello");
    expect(slack.buttonsOf(messageTo(BOB))).toEqual(["approve", "reject"]);
    expect(smtp.mails).toEqual([]);
    await expect.poll(() => smtp.mails.length, { timeout: 90_000 }).toBe(2);
  });

  await test.step("the one decides in Slack; the messages of both say so, and the mail says it is done", async () => {
    const late = structuredClone(messageTo(ADA));
    await page.goto(`${server.url}/actions/${id}`);
    await expect(page.getByRole("button", { name: /^Approve/ })).toBeVisible();
    await slack.pressOverSocket({ by: BOB, button: "approve", message: messageTo(BOB) });
    await expect.poll(() => slack.ephemerals).toEqual([{ channel: "D000002", user: BOB, text: "Approved." }]);
    for (const one of [ADA, BOB]) await expect.poll(() => shownTo(one)).toContain("Approved by Bob Approver, and executed.");
    expect(slack.messages).toHaveLength(2);
    await expect.poll(() => smtp.mails.length).toBe(3);
    expect(smtp.mails[2]?.to).toEqual([PERSON.email]);
    expect(smtp.mails[2]?.text).toContain("approved by Bob Approver");
    await expect.poll(() => teams.cards.length).toBe(2);
    await expect(page.getByText(/Approved by Bob Approver/).first()).toBeVisible();
    await slack.pressOverSocket({ by: ADA, button: "approve", message: late });
    await expect
      .poll(() => slack.ephemerals[1]?.text)
      .toBe("This action is already executed by Bob Approver. Nothing was decided.");
  });

  await test.step("the action's page says who was told, and by which channel it was decided", async () => {
    await page.goto(`${server.url}/actions/${id}`);
    await page.getByRole("button", { name: "Show recipients" }).click();
    await expect(page.getByText("Bob Approver: Asked for a decision via Slack")).toBeVisible();
    await expect(page.getByText("Bob Approver: Message updated via Slack").first()).toBeVisible();
    await expectAccessibleAtAllSizes(page, "an action decided in Slack");
  });

  await test.step("who disconnects the account is told no more", async () => {
    await bob.page.goto(`${server.url}/notifications`);
    await bob.page.getByRole("button", { name: "Disconnect account" }).click();
    await expect(bob.page.getByText("You have not connected your Slack account yet.")).toBeVisible();
    slack.messages.length = 0;
    const other = await propose(server, "write_file", { path: "other.txt", content: "hello" });
    await expect.poll(() => slack.messages.map(({ channel }) => channel)).toContain("D000001");
    // All messages about an event are planned together, so that nobody else is told later.
    const { items } = await read<{ items: Notification[] }>(server, `/api/pending-actions/${other}/notifications`);
    expect(items.filter(({ channel }) => channel === "Slack").map(({ recipient }) => recipient?.name)).toEqual([PERSON.name]);
  });

  await bob.context.close();
  expect(complaints).toEqual([]);
});
