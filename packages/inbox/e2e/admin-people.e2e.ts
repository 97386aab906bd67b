import { expect, test } from "@playwright/test";
import { collectComplaints, expectAccessibleAtAllSizes, signIn, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());

test("a person is invited with a link shown once; a viewer is told whom to ask and never sees a secret", async ({
  page,
  browser,
}) => {
  const complaints = collectComplaints(page);
  await signIn(page, server);
  await page.getByRole("link", { name: "Settings" }).click();
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: /^People/ })
    .click();
  await page.getByRole("button", { name: "Add person…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Vera Viewer");
  await page.getByLabel("E-mail").fill("vera@example.test");
  await page.getByLabel("can read everything here, but cannot approve or reject anything").check();
  await expectAccessibleAtAllSizes(page, "adding a person");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const link = (await page.getByRole("textbox", { name: "Sign-in link" }).textContent()) ?? "";
  expect(link).toMatch(/^http:.+#token=/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("article", { name: "Vera Viewer" })).toContainText("vera@example.test");
  await expect(page.getByText(link)).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "people");

  const visitor = await (await browser.newContext()).newPage();
  const visitorComplaints = collectComplaints(visitor);
  await visitor.goto(link);
  await visitor.getByRole("button", { name: /sign in/i }).click();
  await visitor.getByLabel("Your name").fill("Vera Viewer");
  await visitor.getByLabel("E-mail").fill("vera@example.test");
  await visitor.getByRole("textbox", { name: /password/i }).fill("a password of some length");
  await visitor.getByRole("button", { name: "Continue to inbox" }).click();
  await expect(visitor.getByRole("link", { name: /countersign/i }).first()).toBeVisible();
  await visitor.getByRole("link", { name: "Settings" }).click();
  await expect(visitor.getByRole("link", { name: /^Delegates/ })).toBeVisible();
  await expect(visitor.getByRole("link", { name: /^People/ })).toHaveCount(0);
  for (const path of ["tools", "upstreams", "groups", "agents", "keys", "people", "try"]) {
    await visitor.goto(`${server.url}/admin/${path}`);
    await expect(visitor.getByRole("heading", { name: "Ask an administrator" })).toBeVisible();
    await expect(visitor.getByRole("listitem").filter({ hasText: "Ada Reviewer" })).toBeVisible();
  }
  await expectAccessibleAtAllSizes(visitor, "ask an administrator");
  expect((await visitor.request.get(`${server.url}/api/upstreams`)).status()).toBe(403);
  expect(await (await visitor.request.get(`${server.url}/api/keys`)).json()).toEqual({ items: [] });

  await visitor.goto(`${server.url}/tokens`);
  await visitor.getByRole("button", { name: "Create token…" }).click();
  await visitor.getByLabel("Name", { exact: true }).fill("Vera's script");
  // A personal token cannot exceed its owner's own rights, so a viewer has one choice.
  await expect(visitor.getByRole("radio")).toHaveCount(1);
  await visitor.getByRole("button", { name: "Create", exact: true }).click();
  const token = (await visitor.getByRole("textbox", { name: "The token" }).textContent()) ?? "";
  expect((await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  await visitor.getByRole("button", { name: "Done" }).click();
  await expect(visitor.getByText(token)).toHaveCount(0);
  expect(visitorComplaints).toEqual([]);
  await visitor.context().close();

  await page.getByRole("combobox", { name: "Role of Vera Viewer" }).selectOption("Admin");
  await expect(page.getByRole("dialog")).toContainText("can approve and reject, and manage tools");
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Role of Vera Viewer" })).toHaveValue("admin");

  await page.getByRole("button", { name: "Remove Vera Viewer" }).click();
  await expectAccessibleAtAllSizes(page, "removing a person");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("article", { name: "Vera Viewer" })).toHaveCount(0);
  expect((await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status).not.toBe(200);

  // The last administrator cannot be removed.
  await page.getByRole("button", { name: "Remove Ada Reviewer" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("must have at least one administrator");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  expect(complaints).toEqual([]);
});

test("a worker key works until it is revoked, and is shown this once", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signIn(page, server);
  await page.goto(`${server.url}/admin/keys`);
  await page.getByRole("button", { name: "Create worker key…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Billing \u202eworker");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const key = (await page.getByRole("textbox", { name: "The worker key" }).textContent()) ?? "";
  const register = () =>
    fetch(`${server.url}/api/worker/tools`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ tools: [{ name: "bill", description: "Sends a bill", inputSchema: { type: "object" } }] }),
    });
  expect((await register()).status).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  // The bidirectional override in the name is drawn as a chip and has no effect.
  await expect(page.getByRole("heading", { name: /Billing/ }).getByRole("img", { name: /202E/ })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "keys");
  await page.getByRole("button", { name: /^Revoke Billing/ }).click();
  await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("heading", { name: /Billing/ })).toHaveCount(0);
  await page.getByRole("switch", { name: /Also show \d+ revoked keys?/ }).check();
  await expect(page.getByRole("heading", { name: /Billing/ })).toBeVisible();
  expect((await register()).status).toBe(401);
  expect(complaints).toEqual([]);
});

test("G25 a command line is signed in by the code of its terminal, and the page says who asks and what it may do", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  const { userCode, deviceCode } = await ask<{ userCode: string; deviceCode: string }>("device/begin", {
    deviceName: "ada-laptop",
  });
  await signIn(page, server);
  await page.goto(`${server.url}/command-line`);
  await page.getByLabel("Code").fill("BBBB-BBBB");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No command line is waiting with this code")).toBeVisible();
  await page.getByLabel("Code").fill(userCode.toLowerCase());
  await page.keyboard.press("Enter");
  const main = page.getByRole("main");
  await expect(main).toContainText("ada-laptop");
  await expect(main).toContainText("127.0.0.1");
  await expect(main).toContainText("To approve, reject or change anything, it asks for your password");
  await expectAccessibleAtAllSizes(page, "a command line to sign in");
  expect(await ask("device/token", { deviceCode })).toEqual({ status: "pending" });
  await page.getByRole("button", { name: "Confirm sign-in" }).click();
  await expect(page.getByText("The command line is signed in")).toBeVisible();
  expect(await ask("device/token", { deviceCode })).toMatchObject({ status: "approved" });
  await page.goto(`${server.url}/tokens`);
  await expect(page.getByRole("listitem").filter({ hasText: "Command line on ada-laptop" })).toContainText("Read only");
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

const ask = async <T>(step: string, body: object): Promise<T> => {
  const answer = await fetch(`${server.url}/api/auth/${step}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
};
