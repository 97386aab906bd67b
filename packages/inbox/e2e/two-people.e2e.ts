import { expect, test, type Page } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { expectAccessibleAtAllSizes } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";
import { watchPage } from "./support/watch-page.ts";

let server: TestServer;
let ada: Person;
let bob: Person;
const faults: string[] = [];

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
  ada = await addPerson(browser, server, { name: "Ada First" });
  bob = await addPerson(browser, server, { name: "Bob Second" });
  for (const { page } of [ada, bob]) page.on("pageerror", (error) => faults.push(error.message));
});
test.afterAll(async () => {
  for (const { context } of [ada, bob]) await context.close();
  await server.close();
});
test.afterEach(() => expect(faults).toEqual([]));

const dock = (page: Page) => page.getByRole("region", { name: "Decision" });
const approve = (page: Page) => dock(page).getByRole("button", { name: "Approve", exact: true });
const queue = (page: Page) => page.getByRole("region", { name: "Queue" });
const rows = (page: Page) => queue(page).getByRole("list", { name: "Actions" }).locator("a");
const open = (page: Page, id: string) => page.goto(`${server.url}/actions/${id}`);
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
const letter = (to: string) => propose(server, "send_letter", { to });
/** Waits until the button accepts clicks. */
const ready = (page: Page) => expect(approve(page)).not.toHaveAttribute("aria-disabled", "true");

/** Delays the page's requests to these addresses until released, so that both people have clicked before either screen changes. */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
const holdDecisions = (page: Page) => hold(page, /\/api\/pending-actions\/([^/]+\/(approve|reject|refine)|decisions)$/);
const holdAssignments = (page: Page) => hold(page, /\/assignee$/);

test("G3 both click at once: one decision counts, the loser reads who was first and has no button left", async () => {
  const id = await letter("Both");
  for (const { page } of [ada, bob]) await open(page, id);
  for (const { page } of [ada, bob]) await ready(page);
  const release = await holdDecisions(bob.page);
  await dock(bob.page).getByRole("button", { name: "Reject…" }).click();
  await bob.page.getByLabel(/^Reason/).fill("Bob says no");
  await expect(dock(bob.page).getByRole("button", { name: "Reject", exact: true })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await dock(bob.page).getByRole("button", { name: "Reject", exact: true }).click();
  await approve(ada.page).click();
  await expect(dock(ada.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  release();

  const lost = dock(bob.page).getByRole("note").filter({ hasText: "Already decided by someone else" });
  // The time of the decision is left out: "just now" becomes "1 min ago" on a slow machine.
  await expect(lost).toContainText(
    /Ada First decided .+: the action is approved and about to run\. Your click had no effect\./,
  );
  await expect(dock(bob.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  for (const name of ["Approve", "Reject…", "Reject", "Edit…", "Send back…"])
    await expect(dock(bob.page).getByRole("button", { name, exact: true })).toHaveCount(0);
  expect((await read(id)).decisions.map(({ by, verdict }) => [by.name, verdict])).toEqual([["Ada First", "approve"]]);
  await bob.page.unrouteAll();
});

test("who only looks on sees the decision come in, with name and time, also in the middle of writing", async () => {
  const id = await letter("Watched");
  for (const { page } of [ada, bob]) await open(page, id);
  await dock(bob.page).getByRole("button", { name: "Send back…" }).click();
  await bob.page.getByLabel("What should the agent change?").fill("Half a sen");
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(dock(bob.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  await expect(dock(bob.page).getByRole("status").locator("time").first()).toHaveAttribute("title", /\d{4}/);
  await expect(dock(bob.page).getByRole("button", { name: /Approve|Reject|Send|Edit/ })).toHaveCount(0);
  await expect(bob.page.getByRole("region", { name: "Timeline" })).toContainText("Ada First approved the action");
});

test("an open edit dialog says that someone was first, and offers no last click", async () => {
  const id = await letter("Edited");
  for (const { page } of [ada, bob]) await open(page, id);
  await dock(bob.page).getByRole("button", { name: "Edit…" }).click();
  const dialog = bob.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "to" }).fill("Somebody else");
  await dialog.getByRole("button", { name: "Preview result" }).click();
  const last = dialog.getByRole("button", { name: "Approve with these edits" });
  await expect(last).not.toHaveAttribute("aria-disabled", "true");
  const release = await holdDecisions(bob.page);
  await last.click();
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(dock(ada.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  release();
  await expect(bob.page.getByText("Already decided by someone else")).toBeVisible();
  await expect(last).toHaveCount(0);
  expect(await read(id)).toMatchObject({ userEdits: null, decisions: [{ by: { name: "Ada First" } }] });
  await bob.page.unrouteAll();
});

test("a batch over what another person decides meanwhile: each row says what became of it and who was first", async () => {
  for (const { page } of [ada, bob]) await page.goto(`${server.url}/`);
  const ids = await Promise.all(["One", "Two", "Three"].map(letter));
  for (const { page } of [ada, bob]) {
    await page.goto(`${server.url}/`);
    await expect(rows(page)).toHaveCount(3);
  }
  const release = await holdDecisions(bob.page);
  await bob.page.getByRole("checkbox", { name: /^Select all/ }).check();
  await bob.page.getByRole("button", { name: "Reject 3…" }).click();
  const dialog = bob.page.getByRole("dialog");
  const reject = dialog.getByRole("button", { name: "Reject 3 actions" });
  await expect(reject).not.toHaveAttribute("aria-disabled", "true");
  await reject.click();
  await rows(ada.page).filter({ hasText: "One" }).click();
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(dock(ada.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  release();
  await expect(dialog.getByText("2 actions decided, 1 skipped.")).toBeVisible();
  const skipped = dialog.getByRole("listitem").filter({ hasText: "Skipped" });
  await expect(skipped).toHaveCount(1);
  await expect(skipped).toContainText(/Ada First/);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await bob.page.unrouteAll();

  // Ada's list shows the same decisions with their names, and has no checkboxes.
  await ada.page.goto(`${server.url}/?status=decided`);
  await expect(rows(ada.page).filter({ hasText: "Two" })).toContainText("Bob Second");
  await expect(rows(ada.page).filter({ hasText: "One" })).toContainText("Ada First");
  await expect(queue(ada.page).getByRole("checkbox")).toHaveCount(0);
  expect((await Promise.all(ids.map(read))).map(({ status }) => status)).toEqual(["approved", "rejected", "rejected"]);
});

test("a row that another person decides stays at its place, says who and when, and cannot be ticked any more", async () => {
  const [first, second] = await Promise.all([letter("Stays"), letter("Other")]);
  await bob.page.goto(`${server.url}/`);
  await expect(rows(bob.page)).toHaveCount(2);
  await rows(bob.page).first().hover();
  const before = await rows(bob.page).count();
  await open(ada.page, first);
  await ready(ada.page);
  await approve(ada.page).click();
  const row = queue(bob.page).getByRole("listitem").filter({ hasText: "Stays" });
  await expect(row).toContainText("by Ada First");
  await expect(row.locator("time").last()).toHaveAttribute("title", /\d{4}/);
  await expect(row.getByRole("checkbox")).toHaveCount(0);
  const show = queue(bob.page).getByRole("button", { name: "1 changed · Refresh" });
  await expect(show).toBeVisible();
  // Twice the time after which a list without a pointer over it is read again.
  await bob.page.waitForTimeout(1500);
  await expect(show).toBeVisible();
  expect(await rows(bob.page).count()).toBe(before);
  await expect(queue(bob.page).getByRole("listitem").filter({ hasText: "Other" }).getByRole("checkbox")).toBeVisible();
  expect((await read(second)).status).toBe("pending");
});

test("who may only read sees everything and has nothing to decide with", async ({ browser }) => {
  const eve = await addPerson(browser, server, { name: "Eve Reader", role: "viewer" });
  const { faults: seen } = watchPage(eve.page, server.url);
  const id = await letter("Read only");
  await open(eve.page, id);
  await expect(dock(eve.page)).toContainText("you need the approver role to decide on it");
  await expect(dock(eve.page).getByRole("button", { name: /Approve|Reject|Send|Edit/ })).toHaveCount(0);
  await expect(rows(eve.page)).not.toHaveCount(0);
  await expect(queue(eve.page).getByRole("checkbox")).toHaveCount(0);
  expect(seen).toEqual([]);
  await eve.context.close();
});

test("G41 who takes an action on is shown to the other, who can take it over; of two at once, one has it", async () => {
  const id = await letter("Assigned");
  for (const { page } of [ada, bob]) await open(page, id);
  const control = (page: Page) => page.getByRole("combobox", { name: "Assigned to" });
  const take = (page: Page) => page.getByRole("button", { name: "Assign to me" });
  const row = (page: Page) => rows(page).filter({ hasText: "Assigned" });
  await take(ada.page).click();
  await expect(row(ada.page)).toContainText("Assigned to you");
  await expect(row(bob.page)).toContainText("Assigned to Ada First");
  await expect(dock(bob.page)).toContainText("Assigned to Ada First. You can still decide.");
  await expectAccessibleAtAllSizes(bob.page, "an assigned action");

  const release = await holdAssignments(bob.page);
  await take(bob.page).click();
  await control(ada.page).selectOption("Nobody");
  await ada.page.getByRole("button", { name: "Unassign me" }).click();
  await expect(row(ada.page)).not.toContainText("Assigned to you");
  release();
  await expect(bob.page.getByRole("alert")).toContainText("nobody is assigned now. Nothing was changed.");
  await bob.page.unrouteAll();
  await expect(control(bob.page).locator("option:checked")).toHaveText("Nobody");
  await control(ada.page).selectOption("Bob Second");
  await ada.page.getByRole("button", { name: "Reassign" }).click();
  await expect(row(bob.page)).toContainText("Assigned to you");
  await expect(row(ada.page)).toContainText("Assigned to Bob Second");

  await ada.page.getByRole("button", { name: "More filters" }).click();
  const filter = queue(ada.page).getByRole("combobox", { name: "Assigned to" });
  await filter.selectOption("You");
  await expect(rows(ada.page)).toHaveCount(0);
  await filter.selectOption("Bob Second");
  await expect(row(ada.page)).toBeVisible();
  await expect(queue(ada.page).getByText("Assigned to Bob Second", { exact: true })).toBeVisible();
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(dock(bob.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  await expect(bob.page.getByRole("region", { name: "Timeline" })).toContainText("Ada First changed the assignee");
});

test("G42 who gives an action another time is seen by the other, whose own change of what stood before is refused", async () => {
  const id = await letter("Timed");
  for (const { page } of [ada, bob]) await open(page, id);
  const change = (page: Page) => page.getByRole("button", { name: "Change expiry" });
  const fact = (page: Page) => page.locator("dl > div").filter({ has: change(page) });
  const choose = (page: Page, words: string) =>
    page.getByRole("combobox", { name: "Expires", exact: true }).selectOption(words);
  const set = (page: Page) => page.getByRole("button", { name: "Set expiry", exact: true });
  await expect(fact(ada.page)).toContainText("never");
  for (const { page } of [ada, bob]) await change(page).click();
  await choose(bob.page, "At another time");
  await expectAccessibleAtAllSizes(bob.page, "the form of a time limit");
  await choose(ada.page, "In a day");
  await set(ada.page).click();
  await expect(change(ada.page)).toBeFocused();
  for (const { page } of [ada, bob]) await expect(fact(page).locator("time").first()).toHaveText(/^in (1 day|23 hr)$/);

  await choose(bob.page, "In an hour");
  await set(bob.page).click();
  await expect(bob.page.getByRole("alert")).toContainText("Your change was not made.");
  await bob.page.getByRole("button", { name: "Cancel", exact: true }).click();
  await change(bob.page).click();
  await choose(bob.page, "Never");
  await set(bob.page).click();
  for (const { page } of [ada, bob]) await expect(fact(page)).toContainText("never");
  expect(await read(id)).toMatchObject({ expiresAt: null, status: "pending" });
  await expect(ada.page.getByRole("region", { name: "Timeline" })).toContainText("Bob Second changed the expiry of the action");

  const most = await propose(server, "send_letter", { to: "Promised" }, { expiresInSeconds: 7200 });
  await open(ada.page, most);
  await change(ada.page).click();
  await expect(fact(ada.page)).toContainText(/At the latest in (2|1) hr, as requested by the agent or a routing rule/);
  await expect(ada.page.getByRole("combobox", { name: "Expires", exact: true }).locator("option")).toHaveText([
    "In an hour",
    "As late as possible",
    "At another time",
  ]);
  await set(ada.page).click();
  await expect(fact(ada.page)).toContainText(/^Expires\s*in (1 hr|5\d:)/);
});

test("G43 an action that is approved for later says when it runs, and the other withdraws the approval", async () => {
  const id = await letter("Later");
  for (const { page } of [ada, bob]) await open(page, id);
  await ready(ada.page);
  await dock(ada.page).getByRole("button", { name: "Run later…" }).click();
  const then = dock(ada.page).getByRole("button", { name: "Approve and schedule" });
  await expect(then).toBeDisabled();
  const at = dock(ada.page).getByLabel("Run at");
  await at.fill("2020-01-01T10:00");
  await expect(then).toHaveAttribute("title", "This time has passed");
  // The field takes local time, to the minute.
  const tomorrow = new Date(Date.now() + 86_400_000);
  const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await at.fill(local);
  await expectAccessibleAtAllSizes(ada.page, "the panel of an approval for later");
  await expect(then).not.toHaveAttribute("aria-disabled", "true");
  await then.click();
  for (const { page } of [ada, bob]) {
    await expect(dock(page).getByRole("status", { name: "Start" })).toContainText(
      /The action will run on .+ \(in (1 day|23 hr)\)/,
    );
    await expect(dock(page).getByRole("status").first()).toContainText("The action is approved for later.");
  }
  expect((await read(id)).notBefore).toBe(new Date(local).toISOString());
  await ada.page
    .getByRole("tab", { name: "Decided" })
    .or(ada.page.getByText("Decided", { exact: true }))
    .first()
    .click();
  await expect(rows(ada.page).filter({ hasText: "Later" })).toContainText(/runs in (1 day|23 hr)/);
  await expectAccessibleAtAllSizes(bob.page, "an action that is approved for later");
  await dock(bob.page).getByRole("button", { name: "Withdraw the approval…" }).click();
  await dock(bob.page).getByLabel("Why? (optional)").fill("Not this week");
  await dock(bob.page).getByRole("button", { name: "Withdraw approval" }).click();
  await expect(bob.page.getByRole("main")).toContainText("The approval was withdrawn before the run.");
  await expect(bob.page.getByRole("region", { name: "Timeline" })).toContainText("Not this week");
  await expect(dock(bob.page).getByRole("button", { name: "Retry…" })).toBeVisible();
  expect((await read(id)).attempts).toEqual([]);
});
