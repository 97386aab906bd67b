import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { PERSON } from "./pages.ts";
import type { TestServer } from "./server.ts";

export interface Person {
  name: string;
  context: BrowserContext;
  page: Page;
}

/** Adds a member and sets up the account by the sign-in link; returns a browser context of their own, signed in. */
export async function addPerson(
  browser: Browser,
  server: TestServer,
  { name, role = "approver" }: { name: string; role?: "viewer" | "approver" | "admin" },
): Promise<Person> {
  const email = `member-${Math.random().toString(36).slice(2)}@example.test`;
  const answer = await server.fetch("/api/members", { body: { name, email, role, confirm: true } });
  const { signInUrl } = (await answer.json()) as { signInUrl: string };
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(signInUrl);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: /password/i }).fill(PERSON.password);
  await page.getByRole("button", { name: "Continue to inbox" }).click();
  await expect(page.getByRole("link", { name: /countersign/i }).first()).toBeVisible();
  return { name, context, page };
}
