import { expect, test, type Page } from "@playwright/test";
import { signInByOAuth, type Sdk } from "../../server/test/mcp/oauth-client.ts";
import {
  armed,
  collectComplaints,
  expectAccessibleAtAllSizes,
  resumeSession,
  signIn,
  signInFirstTime,
} from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;

test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());

const connectButton = (page: Page) => page.getByRole("button", { name: "Connect", exact: true });
const endpoint = () => `${server.url}/mcp`;

for (const sdk of ["v1", "v2"] as const satisfies readonly Sdk[]) {
  test(`G60 a client made with the SDK ${sdk} signs in by itself, calls as an agent of the person, and refreshes`, async ({
    page,
  }) => {
    const complaints = collectComplaints(page);
    const client = await signInByOAuth(sdk, endpoint());
    if (sdk === "v1") {
      // Without a session, the person signs in first and comes back to the question.
      await page.goto(client.authorizationUrl.href);
      await expect(page).toHaveURL(/\/sign-in/);
      await signIn(page, server);
    } else await resumeSession(page, server);
    await page.goto(client.authorizationUrl.href);
    await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();
    const facts = page.locator("dl").first();
    await expect(facts).toContainText("Test client");
    await expect(facts).toContainText("a program on this computer");
    await expect(page.getByText("The identity of this program has not been verified")).toBeVisible();
    if (sdk === "v1") await expectAccessibleAtAllSizes(page, "connect an agent");
    await page.getByLabel("Agent name").fill(`Agent of ${sdk}`);
    await armed(connectButton(page));
    await connectButton(page).click();
    await expect(page.getByText("You can close this page.")).toBeVisible();
    const connected = await client.connected;
    expect(await connected.listTools()).toContain("edit_file");
    connected.forgetAccess();
    expect(await connected.listTools()).toContain("edit_file");
    expect(connected.refreshTokens).toHaveLength(2);

    await page.goto(`${server.url}/admin/agents`);
    const card = page.getByRole("article", { name: `Agent Agent of ${sdk}` });
    await expect(card).toContainText(/Acts for.*signs in with OAuth/);
    await card.getByRole("button", { name: `Revoke Agent of ${sdk}` }).click();
    const revoke = page.getByRole("dialog").getByRole("button", { name: "Revoke key" });
    await armed(revoke);
    await revoke.click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(connected.listTools()).rejects.toThrow();
    await connected.close();
    // The client's own page ends with the client.
    expect(complaints.filter((text) => !text.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
  });
}

test("G60 who does not allow it sends the client back with a refusal, and a request that is not valid is explained", async ({
  page,
}) => {
  await resumeSession(page, server);
  const client = await signInByOAuth("v2", endpoint());
  await page.goto(client.authorizationUrl.href);
  await page.getByRole("button", { name: "Do not connect" }).click();
  await expect(client.connected).rejects.toThrow("access_denied");
  await expect(page).toHaveURL(/\/callback\?error=access_denied&/);

  const plain = new URL(client.authorizationUrl);
  plain.searchParams.set("code_challenge_method", "plain");
  await page.goto(plain.href);
  await expect(page.getByText("The program sent a request that Countersign does not accept.")).toBeVisible();
  // Nobody is led to another site by opening an address here.
  expect(new URL(page.url()).origin).toBe(server.url);
  await expect(page.getByRole("link", { name: /^Return to 127\.0\.0\.1/ })).toHaveAttribute("href", /error=invalid_request/);

  const stolen = new URL(client.authorizationUrl);
  stolen.searchParams.set("redirect_uri", "https://evil.example/callback");
  await page.goto(stolen.href);
  await expect(page.getByText("This request is not valid")).toBeVisible();
  await expect(page.getByText(/to an address that it did not register/)).toBeVisible();
  await expect(connectButton(page)).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "a request that is not valid");
});
