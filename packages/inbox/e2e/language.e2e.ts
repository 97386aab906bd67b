import { expect, test } from "@playwright/test";
import type { ActionPage } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage({ locale: "en-GB" });
  await signInFirstTime(page, server);
  await page.close();
  await server.cli("demo");
});
test.afterAll(() => server.close());

test.describe("a browser that asks for German", () => {
  test.use({ locale: "de-AT" });

  test("has every page in German, whole at all sizes", async ({ page }) => {
    test.setTimeout(360_000);
    const complaints = collectComplaints(page);
    await page.goto(`${server.url}/sign-in`);
    await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await resumeSession(page, server);
    const { items } = (await (await server.fetch("/api/pending-actions?limit=1")).json()) as ActionPage;
    for (const [path, title] of [
      ["/", "Warteschlange"],
      [`/actions/${items[0]!.id}`, items[0]!.preview.title],
      ["/insights", "Auswertung"],
      ["/audit", "Audit-Protokoll"],
      ["/records", "Einträge"],
      ["/content", "Inhalte"],
      ["/chat/new", "Neue Unterhaltung"],
      ["/settings", "Einstellungen"],
      ["/emergency-stop", "Not-Aus"],
      ["/admin/tools", "Tools"],
      ["/admin/agents", "Agenten"],
      ["/admin/people", "Personen"],
      ["/admin/notifications", "Benachrichtigungskanäle"],
      ["/admin/upstreams", "MCP-Server"],
      ["/admin/connections", "Dienste"],
      ["/admin/studio", "Tool-Studio"],
    ] as const) {
      await page.goto(server.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectAccessibleAtAllSizes(page, `${path} in German`);
    }
    expect(complaints).toEqual([]);
  });

  test("a person approves in German, and the choice of another language stays in this browser", async ({ page }) => {
    await resumeSession(page, server);
    const { items } = (await (await server.fetch("/api/pending-actions?limit=1")).json()) as ActionPage;
    await page.goto(`${server.url}/actions/${items[0]!.id}`);
    await page.getByRole("button", { name: /^Genehmigen/ }).click();
    await expect
      .poll(async () => (await (await server.fetch(`/api/pending-actions/${items[0]!.id}`)).json()) as object)
      .toMatchObject({ status: "executed" });

    await page.getByRole("button", { name: "Konto" }).click();
    await page.getByLabel("Sprache").selectOption("English");
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByLabel("Language").selectOption("Browser default");
    await expect(page.getByRole("navigation", { name: "Seiten" })).toBeVisible();
  });

  test("whose translation cannot be loaded has the page in English", async ({ page }) => {
    await resumeSession(page, server);
    await page.route(/\/assets\/de-[^/]*\.js/, (route) => route.abort());
    await page.goto(`${server.url}/settings`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});
