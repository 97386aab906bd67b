import { expect, test } from "@playwright/test";
import { startFakeDrive, type FakeDrive } from "../../server/test/connectors/fakes/drive.ts";
import { GOOGLE_CLIENT } from "../../server/test/connectors/fakes/google-oauth.ts";
import { collectComplaints, expectAccessibleAtAllSizes, signIn, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 200_000 });

let server: TestServer;
let drive: FakeDrive;

test.beforeAll(async ({ browser }) => {
  [server, drive] = await Promise.all([startTestServer(), startFakeDrive()]);
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(async () => {
  await server.close();
  await drive.close();
});

test("an administrator connects a Google account and comes back; the answer counts once and leaves the address", async ({
  page,
}) => {
  const added = await server.fetch("/api/connections", {
    body: {
      connector: "google-drive",
      name: "Drive",
      settings: {
        apiUrl: drive.url,
        authorizeUrl: `${drive.url}/o/oauth2/v2/auth`,
        tokenUrl: `${drive.url}/token`,
        folders: [],
      },
      credentials: { clientId: GOOGLE_CLIENT.id, clientSecret: GOOGLE_CLIENT.secret },
      allowPrivate: true,
      confirm: true,
    },
  });
  expect(added.status).toBe(201);
  const complaints = collectComplaints(page);
  await signIn(page, server);
  await page.goto(`${server.url}/admin/connections`);
  const answer = page.waitForRequest((request) => request.url().includes("/admin/connections/authorized?"));
  await page.getByRole("button", { name: "Connect an account to Drive" }).click();
  const back = (await answer).url();
  await expect(page.getByText("Connected as ada@example.test")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expectAccessibleAtAllSizes(page, "a connected account");
  await page.getByRole("link", { name: "Go to Services" }).click();
  const card = page.getByRole("article", { name: "Connection Drive" });
  await expect(card).toContainText("refreshToken");
  await expect(card).toContainText("google_drive_write");
  await page.getByRole("button", { name: "Edit Drive" }).click();
  await page.getByRole("radio", { name: "Replace all" }).check();
  await expect(page.getByRole("textbox", { name: "Refresh token" })).toBeVisible();
  // The server manages the access token itself, so there is no field to enter one.
  await expect(page.getByRole("textbox", { name: "Access token" })).toHaveCount(0);
  expect(complaints).toEqual([]);

  await page.goto(back);
  await expect(page.getByText("The account was not connected")).toBeVisible();
  await expect(page.getByText("was revoked or has expired")).toBeVisible();
});
