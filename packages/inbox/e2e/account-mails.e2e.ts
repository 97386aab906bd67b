import { expect, test, type Page } from "@playwright/test";
import { plainTextOf, SMTP_USER, startFakeSmtp, type FakeSmtp } from "../../server/test/connectors/fakes/smtp.ts";
import { press } from "./support/chat.ts";
import { collectComplaints, expectAccessibleAtAllSizes, PERSON, signIn, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const NEW_PASSWORD = "another correct horse";

test.describe.configure({ mode: "serial", timeout: 200_000 });

let smtp: FakeSmtp;
let server: TestServer;
let page: Page;
let complaints: ReturnType<typeof collectComplaints>;

test.beforeAll(async ({ browser }) => {
  smtp = await startFakeSmtp();
  server = await startTestServer({
    COUNTERSIGN_MAIL_URL: `smtp://${SMTP_USER.user}:${SMTP_USER.password}@127.0.0.1:${smtp.port}?tls=none`,
    COUNTERSIGN_MAIL_FROM: "countersign@example.test",
  });
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
  await smtp.close();
});

/** Address of the link in the newest mail. */
async function linkOfMail(count: number): Promise<string> {
  await expect.poll(() => smtp.mails.length).toBe(count);
  return /^http\S+$/m.exec(plainTextOf(smtp.mails[count - 1]!))?.[0] ?? "";
}

test("an invited person comes by the link of a mail, which the administrator does not see", async ({ browser }) => {
  await page.goto(`${server.url}/admin/people`);
  await page.getByRole("button", { name: "Add person…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Vera Viewer");
  await page.getByLabel("E-mail").fill("vera@example.test");
  await page.getByLabel("can read everything here, but cannot approve or reject anything").check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("A sign-in link was sent to vera@example.test");
  await expectAccessibleAtAllSizes(page, "a mailed invitation");
  await expect(page.getByText("#token=")).toHaveCount(0);
  await page.getByRole("button", { name: "Done" }).click();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(await linkOfMail(1));
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await visitor.getByLabel("Your name").fill("Vera Viewer");
  await visitor.getByRole("textbox", { name: /password/i }).fill(PERSON.password);
  await visitor.getByRole("button", { name: "Continue to inbox" }).click();
  await expect(visitor.getByRole("link", { name: /countersign/i }).first()).toBeVisible();
  await visitor.context().close();

  // The mail server refuses this address, so the link is passed on by hand.
  await page.getByRole("button", { name: "Add person…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Otto Elsewhere");
  await page.getByLabel("E-mail").fill("otto@example.org");
  await page.getByLabel("can read everything here, but cannot approve or reject anything").check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("The e-mail may not have arrived");
  await expect(page.getByRole("textbox", { name: "Sign-in link" })).toContainText("#token=");
  await expectAccessibleAtAllSizes(page, "an invitation that could not be mailed");
  await page.getByRole("button", { name: "Done" }).click();
});

test("whoever forgot the password chooses another one by the link of a mail, and is signed out elsewhere", async ({
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const visitorComplaints = collectComplaints(visitor);
  await visitor.goto(`${server.url}/sign-in`);
  await visitor.getByRole("button", { name: "Forgot your password?" }).click();
  await expectAccessibleAtAllSizes(visitor, "a forgotten password");
  await visitor.getByLabel("E-mail").fill(PERSON.email);
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByRole("status")).toContainText("Check your mailbox");
  await expectAccessibleAtAllSizes(visitor, "a link that is on its way");
  const link = await linkOfMail(2);
  expect(link).toMatch(/#reset=/);

  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expectAccessibleAtAllSizes(visitor, "a new password");
  await visitor.getByRole("textbox", { name: "New password" }).fill(NEW_PASSWORD);
  await visitor.getByRole("button", { name: "Save password" }).click();
  await expect(visitor.getByRole("status")).toContainText("Your password was changed");
  await expectAccessibleAtAllSizes(visitor, "a changed password");
  await visitor.getByLabel("E-mail").fill(PERSON.email);
  await visitor.getByRole("textbox", { name: "Password" }).fill(NEW_PASSWORD);
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(visitor).not.toHaveURL(/sign-in/);
  expect(visitorComplaints).toEqual([]);
  expect(complaints).toEqual([]);

  // The new password also signed out the browser in which the same person was signed in.
  await page.reload();
  await expect(page).toHaveURL(/sign-in/);

  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill(PERSON.password);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("alert")).toContainText("already been used or has expired");
  await page.getByRole("button", { name: "Use e-mail and password instead" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Countersign" })).toBeVisible();
  await visitor.context().close();
});

test("without a mail server the page says how to get in again", async ({ browser }) => {
  const silent = await startTestServer();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${silent.url}/sign-in`);
  await visitor.getByRole("button", { name: "Forgot your password?" }).click();
  await visitor.getByLabel("E-mail").fill(PERSON.email);
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByRole("alert")).toContainText("countersign reset-link");
  await visitor.context().close();
  await silent.close();
});

test("G44 a person sees where they are signed in, signs another browser out, and changes the password", async ({ browser }) => {
  const signInElsewhere = async (): Promise<Page> => {
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, server, NEW_PASSWORD);
    return elsewhere;
  };
  const [first, second] = [await signInElsewhere(), await signInElsewhere()];
  await signIn(page, server, NEW_PASSWORD);
  await page.goto(`${server.url}/account`);
  const sessions = page.getByRole("region", { name: "Sessions" });
  // One more is the browser in which the password was chosen; it was closed without signing out.
  await expect(sessions.getByRole("listitem")).toHaveCount(4);
  await expect(sessions.getByRole("listitem").filter({ hasText: "This browser" })).toHaveCount(1);
  await expectAccessibleAtAllSizes(page, "password and sessions", { all: true });

  await sessions.getByRole("button", { name: "Sign out of Chrome on Linux" }).first().click();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await second.reload();
  await expect(second).toHaveURL(/sign-in/);
  await first.reload();
  await expect(first).not.toHaveURL(/sign-in/);

  const mails = smtp.mails.length;
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill(PERSON.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription("is not your current password");
  await page.getByLabel("Current password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your password has been changed" })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(sessions).toContainText("You are not signed in to any other browser.");
  await expect.poll(() => smtp.mails.length).toBe(mails + 1);
  await first.reload();
  await expect(first).toHaveURL(/sign-in/);
  await signIn(first, server);

  await page.reload();
  await sessions.getByRole("button", { name: "Sign out all other browsers…" }).click();
  const question = page.getByRole("dialog", { name: "Sign out all other browsers?" });
  await expect(question).toContainText("You will be signed out of 1 browser");
  await press(question.getByRole("button", { name: "Sign out other browsers" }));
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await first.reload();
  await expect(first).toHaveURL(/sign-in/);
  // The answer to a wrong password, and those to pages whose session has ended.
  expect(complaints.filter((text) => !/status of (401|422)/.test(text))).toEqual([]);
  await Promise.all([first, second].map((elsewhere) => elsewhere.context().close()));
});
