import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import type { Notification } from "@countersign/protocol";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";
import { SMTP_USER, startFakeSmtp, type FakeSmtp } from "../../server/test/connectors/fakes/smtp.ts";
import { read } from "./support/content.ts";
import { collectComplaints, expectAccessibleAtAllSizes, PERSON, resumeSession, signInFirstTime } from "./support/pages.ts";
import { addPerson } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const SECRET = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

test.describe.configure({ timeout: 400_000 });

let server: TestServer;
let smtp: FakeSmtp;
let hook: Server;
let url: string;
let hookStatus = 204;
const received: { type: string; data: { actionId: string } }[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  smtp = await startFakeSmtp();
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}/hook`;
  hook = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      if (hookStatus < 300) received.push(JSON.parse(text) as (typeof received)[number]);
      response.writeHead(hookStatus).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(port, "127.0.0.1", resolve));
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(async () => {
  await server.close();
  await smtp.close();
  hook.closeAllConnections();
  hook.close();
});

test("two people are mailed what waits, a program gets the events, and what was not delivered is sent again", async ({
  page,
  browser,
}) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  const dialog = page.getByRole("dialog", { name: "Add a channel" });
  const mail = page.getByRole("article", { name: "Channel Mail" });

  await test.step("an administrator adds a webhook and e-mail", async () => {
    await page.goto(`${server.url}/admin/notifications`);
    await expect(page.getByText("No channels yet")).toBeVisible();
    await page.getByRole("button", { name: "Add channel…" }).click();
    await dialog.getByLabel("Channel type", { exact: true }).selectOption({ label: "Webhook" });
    await dialog.getByLabel("Name", { exact: true }).fill("Hook");
    await dialog.getByLabel("Address", { exact: true }).fill(url);
    await dialog.getByLabel("Signing secret", { exact: true }).fill(SECRET);
    await dialog.getByLabel("Allow addresses on this machine").check();
    await expectAccessibleAtAllSizes(page, "adding a channel");
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    expect(received.map(({ type }) => type)).toEqual(["countersign.test"]);
    await page.getByRole("button", { name: "Add channel…" }).click();
    await dialog.getByLabel("Channel type", { exact: true }).selectOption({ label: "E-mail to people" });
    await dialog.getByLabel("Name", { exact: true }).fill("Mail");
    await dialog.getByLabel("Host", { exact: true }).fill("127.0.0.1");
    await dialog.getByLabel("Port", { exact: true }).fill(String(smtp.port));
    await dialog.getByLabel("TLS", { exact: true }).selectOption("none");
    await dialog.getByLabel("From", { exact: true }).fill("gate@example.test");
    await dialog.getByLabel("Delay", { exact: true }).fill("0");
    await dialog.getByLabel("User", { exact: true }).fill(SMTP_USER.user);
    await dialog.getByLabel("Password", { exact: true }).fill(SMTP_USER.password);
    await dialog.getByLabel("Allow addresses on this machine").check();
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(mail).toContainText("Ready");
    await page.goto(`${server.url}/admin/connections`);
    await expect(page.getByText("No connections yet")).toBeVisible();
  });

  const bob = await addPerson(browser, server, { name: "Bob Approver" });
  const id = await propose(server, "write_file", { path: "new.txt", content: "hello" });

  await test.step("both are mailed with a link; the one decides, the other is told", async () => {
    await expect.poll(() => smtp.mails.length).toBe(2);
    const [, link = ""] = /^Open: (\S+)$/m.exec(smtp.mails[0]?.text.replaceAll("=\r\n", "") ?? "") ?? [];
    expect(link).toBe(`${server.url}/actions/${id}`);
    // With several workspaces, a link names its workspace.
    await bob.page.goto(`${link}?workspace=${server.credentials.workspaceId}`);
    await expect(bob.page).toHaveURL(link);
    await bob.page.getByRole("button", { name: /^Approve/ }).click();
    await expect
      .poll(() => received.filter(({ data }) => data.actionId === id).map(({ type }) => type))
      .toEqual(["action.proposed", "action.approved", "action.executed"]);
    await expect.poll(() => smtp.mails.length).toBe(3);
    expect(smtp.mails[2]?.to).toEqual([PERSON.email]);
    expect(smtp.mails[2]?.text).toContain("approved by Bob Approver");
  });

  await test.step("the action's page says who was told", async () => {
    await page.goto(`${server.url}/actions/${id}`);
    await page.getByRole("button", { name: "Show recipients" }).click();
    await expect(page.getByText("Bob Approver: Asked for a decision via Mail")).toBeVisible();
    await expect(page.getByText(`${PERSON.name}: Notified of the decision via Mail`)).toBeVisible();
    await expectAccessibleAtAllSizes(page, "an action's notifications");
  });

  await test.step("what was not delivered is sent again", async () => {
    hookStatus = 410;
    const other = await propose(server, "write_file", { path: "other.txt", content: "hello" });
    await page.goto(`${server.url}/admin/notifications`);
    await page.getByLabel("Filter deliveries").selectOption({ label: "Not delivered" });
    const row = page.getByRole("row", { name: /Not delivered/ });
    await expect(row).toContainText("no such address");
    await expectAccessibleAtAllSizes(page, "notifications");
    hookStatus = 204;
    await row.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("No deliveries in this state.")).toBeVisible();
    await expect.poll(() => received.some(({ data }) => data.actionId === other)).toBe(true);
  });

  await test.step("a person chooses how they are told", async () => {
    await bob.page.goto(`${server.url}/notifications`);
    const mail = bob.page.getByLabel("Mail", { exact: true });
    const save = async () => {
      const saved = bob.page.waitForResponse(
        (answer) => answer.url().endsWith("/api/notification-preference") && answer.request().method() === "PUT",
      );
      await bob.page.getByRole("button", { name: "Save" }).click();
      expect((await saved).status()).toBe(200);
      await expect(bob.page.getByText("Saved.")).toBeVisible();
      await bob.page.reload();
    };
    await mail.selectOption({ label: "Once a day, as a summary" });
    await bob.page.getByLabel("Daily summary at").fill("07:45");
    await bob.page.getByRole("switch", { name: "Quiet hours" }).check();
    await bob.page.getByLabel("Until", { exact: true }).fill("08:30");
    await bob.page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await expectAccessibleAtAllSizes(bob.page, "own notifications");
    await save();
    await expect(mail).toHaveValue("daily");
    await expect(bob.page.getByLabel("Daily summary at")).toHaveValue("07:45");
    await expect(bob.page.getByLabel("Until", { exact: true })).toHaveValue("08:30");
    await expect(bob.page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
    await mail.selectOption({ label: "Never" });
    await save();
    await expect(mail).toHaveValue("off");
    smtp.mails.length = 0;
    const third = await propose(server, "write_file", { path: "third.txt", content: "hello" });
    await expect.poll(() => smtp.mails.flatMap(({ to }) => to)).toContain(PERSON.email);
    // All messages about an event are planned together, so that nobody else is mailed later.
    const { items } = await read<{ items: Notification[] }>(server, `/api/pending-actions/${third}/notifications`);
    expect(items.filter(({ channel }) => channel === "Mail").map(({ recipient }) => recipient?.name)).toEqual([PERSON.name]);
  });

  await bob.context.close();
  expect(complaints).toEqual([]);
});
