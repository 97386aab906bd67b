import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { startOpenIdProvider, type OpenIdProvider } from "../../server/test/identity/openid-provider.ts";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let acme: OpenIdProvider;

test.beforeAll(async ({ browser }) => {
  server = await startTestServer({ ACME_SECRET: "a secret of the provider's test client" });
  acme = await startOpenIdProvider([`${server.url}/api/auth/provider/return/acme`]);
  const people = { email_verified: true };
  acme.people.set("ann", { ...people, email: "ann@acme.example", name: "Ann", groups: ["approvers"] });
  acme.people.set("guest", { ...people, email: "guest@acme.example", name: "Guest", groups: [] });
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
  await writeFile(join(server.dataFolder, "countersign.yaml"), settings());
});
test.afterAll(async () => {
  await server.close();
  await acme.close();
});

const settings = (passwords = "everyone") => `
signIn:
  passwords: ${passwords}
  providers:
    acme:
      name: Acme
      issuer: ${acme.issuer}
      clientId: ${acme.clientId}
      clientSecret: \${ACME_SECRET}
      scopes: [email, profile, groups]
      domains: [acme.example]
      members:
        - { group: approvers, role: approver, teams: [money] }
`;

const withAcme = (page: Page) => page.getByRole("button", { name: "Sign in with Acme" });

/** The settings count within seconds of the change of the file. */
async function openSignIn(page: Page, path = "/"): Promise<void> {
  await expect(async () => {
    await page.goto(server.url + path);
    await expect(withAcme(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

async function signInAtAcme(page: Page, login: string): Promise<void> {
  await withAcme(page).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("G63 a person of the company's provider signs in, is a member by their groups, and sets a password for bad days", async ({
  page,
  browser,
}) => {
  await openSignIn(page, "/audit");
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "sign in with a provider");
  await signInAtAcme(page, "ann");
  await expect(page).toHaveURL(/\/audit/);
  // The provider's own page is not ours to complain about.
  const complaints = collectComplaints(page);

  await page.goto(`${server.url}/account`);
  await expect(page.getByText("You sign in with Acme.")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "account of a person of a provider");
  await page.getByLabel("New password").fill("a password for bad days");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Change password" })).toBeVisible();
  expect(complaints).toEqual([]);

  const administrator = await browser.newPage();
  await resumeSession(administrator, server);
  await administrator.goto(`${server.url}/admin/people`);
  const card = administrator.getByRole("article", { name: "Ann" });
  await expect(card).toContainText("Acme, whose groups set the role and teams");
  await expect(card).toContainText("money");
  await expect(card.getByLabel("Role of Ann")).toBeDisabled();
  await administrator.close();
});

test("G63 whoever has no access is told why, and where passwords are for administrators their form is folded", async ({
  page,
}) => {
  await openSignIn(page);
  await signInAtAcme(page, "guest");
  await expect(page.getByRole("alert")).toContainText("none of your groups there has access here");
  await expect(page).toHaveURL(/problem=no_access/);
  await expectAccessibleAtAllSizes(page, "a sign-in that failed");

  await writeFile(join(server.dataFolder, "countersign.yaml"), settings("administrators"));
  const fold = page.getByRole("button", { name: "Sign in as an administrator with a password" });
  await expect(async () => {
    await page.goto(server.url);
    await expect(fold).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
  await fold.click();
  await page.getByLabel("E-mail").fill("ann@acme.example");
  await page.getByLabel("Password", { exact: true }).fill("a password for bad days");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Only administrators can sign in with a password");
});
