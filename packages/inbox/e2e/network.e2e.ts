import { expect, test, type Page } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let page: Page;
const pageErrors: string[] = [];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [
    {
      name: "send_letter",
      description: "Sends a letter",
      inputSchema: { type: "object", properties: { to: { type: "string" } } },
    },
  ]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on("pageerror", (error) => pageErrors.push(error.message));
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(pageErrors).toEqual([]));

const dock = () => page.getByRole("region", { name: "Decision" });
const approve = () => dock().getByRole("button", { name: "Approve", exact: true });
const rows = () => page.getByRole("region", { name: "Queue" }).getByRole("list", { name: "Actions" }).locator("a");
const banner = () => page.getByRole("status", { name: "Connection" });
const decided = (words: string) => dock().getByRole("status").filter({ hasText: words });
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
const letter = (to: string) => propose(server, "send_letter", { to });
async function openReady(id: string): Promise<void> {
  const stream = page.waitForResponse(/\/api\/events\?/);
  await page.goto(`${server.url}/actions/${id}`);
  await stream;
  await expect(approve()).not.toHaveAttribute("aria-disabled", "true");
}

test("cut off, a decision is said to be unconfirmed beside its button, and nothing is shown as approved", async () => {
  const id = await letter("Offline");
  await openReady(id);
  await page.context().setOffline(true);
  await expect(banner()).toContainText("You are offline.");
  await approve().click();
  await expect(dock().getByRole("alert")).toContainText("The server did not respond");
  await expect(dock()).not.toContainText("Approved by");
  await expect(page.getByRole("main").getByText("Waiting", { exact: true }).last()).toBeVisible();
  expect((await read(id)).status).toBe("pending");

  await page.context().setOffline(false);
  await expect(banner()).toHaveText("");
  await approve().click();
  await expect(decided("Approved by Ada Reviewer")).toBeVisible();
  expect((await read(id)).decisions).toHaveLength(1);
});

test("G3 a decision whose answer got lost is taken once, and the page finds out by itself", async () => {
  const id = await letter("Lost answer");
  await openReady(id);
  // The server receives and takes the decision; only its answer is lost.
  await page.route(/\/approve$/, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await approve().click();
  await expect(decided("Approved by Ada Reviewer")).toBeVisible();
  await expect(dock().getByRole("alert")).toContainText(
    "Your decision may have been recorded: the action is approved and about to run.",
  );
  await expect(approve()).toHaveCount(0);
  expect((await read(id)).decisions).toHaveLength(1);
  await page.unrouteAll();
});

test("words that could not be sent stay in their field", async () => {
  const id = await letter("Words");
  await openReady(id);
  await dock().getByRole("button", { name: "Send back…" }).click();
  await page.getByLabel("What should the agent change?").fill("Make it Tuesday");
  const send = dock().getByRole("button", { name: "Send back", exact: true });
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  await page.route(/\/refine$/, (route) => route.abort("connectionrefused"));
  await send.click();
  await expect(dock().getByRole("alert")).toContainText("The server did not respond");
  await expect(page.getByLabel("What should the agent change?")).toHaveValue("Make it Tuesday");
  await page.unrouteAll();
  await send.click();
  await expect(decided("Sent back by Ada Reviewer")).toBeVisible();
  expect((await read(id)).decisions.map(({ comment }) => comment)).toEqual(["Make it Tuesday"]);
});

test("what arrives between the first list and the opening of the event stream is shown", async () => {
  let open = (): void => undefined;
  const mayOpen = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/api\/events\?/, (route) => mayOpen.then(() => route.continue()));
  const ids = [await letter("Before the list")];
  await page.goto(`${server.url}/`);
  await expect(rows().filter({ hasText: "Before the list" })).toBeVisible();
  ids.push(await letter("Between list and stream"));
  open();
  await expect(rows().filter({ hasText: "Between list and stream" })).toBeVisible();
  await page.unrouteAll();
  for (const id of ids) await server.fetch(`/api/pending-actions/${id}/reject`, { body: { reason: "Seen" } });
  await expect(rows()).toHaveCount(0);
});

test("the page of an action that does not exist stays as it is when the event stream opens", async () => {
  const reads = { action: 0, counts: 0 };
  const count = (request: { url(): string }): void => {
    if (request.url().endsWith("/api/pending-actions/nothing")) reads.action += 1;
    if (request.url().endsWith("/api/pending-actions/counts")) reads.counts += 1;
  };
  page.on("request", count);
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/api\/events\?/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${server.url}/actions/nothing`);
  await expect(page.getByRole("heading", { name: "Action not found" })).toBeVisible();
  const before = { ...reads };
  open();
  // Everything else is read again.
  await expect.poll(() => reads.counts).toBeGreaterThan(before.counts);
  expect(reads.action).toBe(before.action);
  page.off("request", count);
  await page.unrouteAll();
});

test("in a batch and in the edit dialog a failure is told where the person is", async () => {
  const ids = [await letter("Batch one"), await letter("Batch two")];
  await page.goto(`${server.url}/`);
  await expect(rows()).toHaveCount(2);
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: "Approve 2…" }).click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Approve 2 actions" });
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  await page.route(/\/api\/pending-actions\//, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText("2 actions may not have been decided");
  await expect(dialog.getByText("Unknown", { exact: true })).toHaveCount(2);
  for (const id of ids) expect((await read(id)).status).toBe("pending");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await rows().first().click();
  await dock().getByRole("button", { name: "Edit…" }).click();
  await dialog.getByRole("textbox", { name: "to" }).fill("Edited");
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server did not respond");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Preview result" }).click();
  const last = dialog.getByRole("button", { name: "Approve with these edits" });
  await expect(last).not.toHaveAttribute("aria-disabled", "true");
  await page.route(/\/approve$/, (route) => route.abort());
  await last.click();
  await expect(dialog.getByRole("alert")).toContainText("The server did not respond");
  await page.unrouteAll();
  await last.click();
  await expect(decided("Approved by Ada Reviewer")).toBeVisible();
});

test("G4 what happened while the line was cut is there when it is back: nothing lost, nothing left over", async () => {
  const gone = await letter("Goes meanwhile");
  const stream = page.waitForResponse(/\/api\/events\?/);
  await page.goto(`${server.url}/actions/${gone}`);
  await expect(rows().filter({ hasText: "Goes meanwhile" })).toBeVisible();
  // Wait for a live event first: a stream that opened only after the cut would look like a restored connection.
  await stream;
  const kept = await letter("Stays waiting");
  await expect(rows().filter({ hasText: "Stays waiting" })).toBeVisible();
  const before = await rows().count();
  await page.context().setOffline(true);
  await expect(banner()).toContainText("You are offline.");
  const fresh = await Promise.all(["New one", "New two", "New three"].map(letter));
  await server.fetch(`/api/pending-actions/${gone}/reject`, { body: { reason: "Elsewhere" } });
  await page.context().setOffline(false);
  await expect(decided("Rejected by")).toContainText("Elsewhere");
  await expect(rows().filter({ hasText: "New three" })).toBeVisible();
  await expect(rows()).toHaveCount(before + 2);
  await expect(rows().filter({ hasText: "Goes meanwhile" })).toHaveCount(0);
  await expect(page).toHaveTitle(`(${before + 2}) Countersign`);
  for (const id of [kept, ...fresh]) expect((await read(id)).status).toBe("pending");
});

test("G4 the server dies while a person decides and comes back: the page recovers by itself and the decision works", async () => {
  const id = await letter("Survivor");
  await openReady(id);
  await server.killAndRestart(async () => {
    await approve().click();
    await expect(dock().getByRole("alert")).toContainText("The server did not respond");
  });
  await expect(banner()).toHaveText("");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("send_letter");
  expect((await read(id)).status).toBe("pending");
  await expect(approve()).not.toHaveAttribute("aria-disabled", "true");
  await approve().click();
  await expect(decided("Approved by Ada Reviewer")).toBeVisible();
  // The page is live again: a new action arrives without a reload.
  await page.mouse.move(900, 500);
  await letter("After the restart");
  await expect(rows().filter({ hasText: "After the restart" })).toBeVisible();
});
