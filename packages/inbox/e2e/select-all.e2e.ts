import { expect, test, type Page } from "@playwright/test";
import type { Action, ActionPage, ActionSummary, Claims, ProposeManyRequest } from "@countersign/protocol";
import { armed, collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

/** More than four pages of the list, and three requests of decisions. */
const ALL = 222;
const TOOL = "send_letter";
const inputSchema = { type: "object" as const, properties: { to: { type: "string" }, copies: { type: "array" } } };
/** Approving all of a list takes so many clicks, if all changes fit on lines. */
const MOST_CLICKS = 3;

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let page: Page;
let complaints: string[];
let clicks = 0;

test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  worker = await startWorker(server, [
    { name: TOOL, description: "Sends a letter", inputSchema, title: "Letter" },
    { name: "burn_letter", description: "Burns a letter", inputSchema, title: "Burn", risk: 5 },
  ]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.exposeFunction("countClick", () => void (clicks += 1));
  await page.addInitScript(() => {
    const { countClick } = globalThis as unknown as { countClick: () => void };
    // `detail` is 0 for the click that a label passes on to its field.
    addEventListener("click", ({ isTrusted, detail }) => void (isTrusted && detail > 0 && countClick()), { capture: true });
  });
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const queue = () => page.getByRole("region", { name: "Queue" });
const bar = () => page.getByRole("region", { name: "Selected actions" });
const notes = () => bar().getByRole("status");
const dialog = () => page.getByRole("dialog");
const inDialog = (name: string | RegExp) => dialog().getByRole("button", { name, exact: true });
const press = (name: string) => bar().getByRole("button", { name, exact: true }).click();
const rowBoxes = () => page.getByRole("checkbox", { name: /^Select: / });
const listed = "**/api/pending-actions?*cursor=*";
const DECISIONS = "**/api/pending-actions/decisions";

async function proposeLetters(from: number, amount: number): Promise<void> {
  for (let start = 0; start < amount; start += 100) {
    const items: ProposeManyRequest["items"] = Array.from({ length: Math.min(100, amount - start) }, (_item, n) => ({
      toolName: TOOL,
      toolInput: { to: `Number ${from + start + n}` },
    }));
    const answer = await server.fetch("/api/pending-actions/batch", { as: "agent", body: { items } });
    expect(answer.status).toBe(202);
  }
}

async function read(id: string): Promise<Action> {
  return (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
}

async function listOf(filter: string): Promise<ActionSummary[]> {
  const items: ActionSummary[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const more = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await server.fetch(`/api/pending-actions?limit=100&${filter}${more}`);
    const found = (await answer.json()) as ActionPage;
    items.push(...found.items);
    cursor = found.nextCursor;
  }
  return items;
}

async function withdraw(words: string): Promise<void> {
  const [found] = await listOf(`status=pending&q=${encodeURIComponent(words)}`);
  await server.fetch(`/api/pending-actions/${found!.id}/cancel`, { as: "agent", body: {} });
}

/** Opens a list once it is live. */
async function open(path = "/"): Promise<void> {
  const stream = page.waitForResponse(/\/api\/events\?/);
  await page.goto(server.url + path);
  await stream;
  await expect(rowBoxes().first()).toBeVisible();
}

const selectAll = (name: string) => queue().getByRole("checkbox", { name, exact: true }).check();

/** Presses a button of the dialog once it takes clicks. */
async function decide(name: string): Promise<void> {
  await expect(inDialog(name)).toBeEnabled();
  await armed(inDialog(name));
  await inDialog(name).click();
}

/** Runs everything that is approved, until so many ran; fails if one runs a second time. Returns their number. */
async function runAll(amount: number): Promise<number> {
  const ran = new Set<string>();
  while (ran.size < amount) {
    const { claims } = (await worker.post("claims", { tools: [TOOL], waitSeconds: 20, limit: 100 })) as Claims;
    expect(claims.length).toBeGreaterThan(0);
    for (const { id, action } of claims) {
      expect(ran.has(action.id)).toBe(false);
      ran.add(action.id);
      await worker.complete(id, {});
    }
  }
  return ran.size;
}

/** Every button of the bar shows all of its words. */
async function expectNothingCut(): Promise<void> {
  const cut = await bar()
    .locator(".mantine-Button-label")
    .evaluateAll((labels) =>
      labels.flatMap((label) => (label.scrollWidth > label.clientWidth ? [String(label.textContent)] : [])),
    );
  expect(cut).toEqual([]);
  const box = await bar().boundingBox();
  for (const button of await bar().getByRole("button").all()) {
    const { x, width } = (await button.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(box!.x);
    expect(x + width).toBeLessThanOrEqual(box!.x + box!.width);
  }
}

test("all 222 that wait are approved with three clicks, and each runs once", async () => {
  await proposeLetters(1, ALL);
  await open();
  clicks = 0;
  await selectAll(`Select all ${ALL}`);
  await expect(queue().getByLabel(`${ALL} selected`)).toBeVisible();
  await expectNothingCut();
  await press(`Approve ${ALL}…`);
  await expect(dialog().getByRole("list", { name: "Actions to decide" }).getByRole("listitem")).toHaveCount(ALL);
  await decide(`Approve ${ALL} actions`);
  // On a busy machine 222 decisions take a while.
  await expect(dialog().getByText(`${ALL} actions decided.`)).toBeVisible({ timeout: 180_000 });
  expect(clicks).toBe(MOST_CLICKS);
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await expect(bar()).toBeHidden();
  expect(await runAll(ALL)).toBe(ALL);
  const executed = await listOf("status=executed");
  expect(executed).toHaveLength(ALL);
  for (const { id } of executed) expect((await read(id)).decisions).toHaveLength(1);
});

test("a page that cannot be loaded leaves what is loaded selected, and says so", async () => {
  await proposeLetters(301, ALL - 2);
  await propose(server, TOOL, { to: "Everybody", copies: ["one", "two"] });
  await propose(server, "burn_letter", { to: "Number 7" });
  await open();
  // A refusal is not asked for again by itself, other than a lost connection.
  await page.route(listed, (route) =>
    route.fulfill({ status: 429, json: { code: "RATE_LIMITED", detail: "Too many requests.", status: 429 } }),
  );
  await selectAll(`Select all ${ALL}`);
  await expect(notes()).toContainText("Not all actions could be loaded: Too many requests. 50 actions selected.");
  await expect(bar().getByRole("button", { name: "Approve 50…" })).toBeEnabled();
  await page.unroute(listed);
  await press("Try again");
  await expect(bar().getByRole("button", { name: `Approve ${ALL}…` })).toBeEnabled();
  complaints = complaints.filter((text) => !text.includes("429"));
  await queue().getByLabel(`${ALL} selected`).click();
  await expect(bar()).toBeHidden();
});

test("pages come although live changes refetch the list meanwhile; what is unticked meanwhile stays so", async () => {
  await open();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest((request) => /pending-actions\?.*cursor=/.test(request.url()));
  const cancelled = page.waitForEvent("requestfailed", (request) => /pending-actions\?.*cursor=/.test(request.url()));
  await page.route(
    listed,
    async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  await selectAll(`Select all ${ALL}`);
  await asked;
  await expect(notes()).toContainText(`Loading 50 of ${ALL}…`);
  await expect(bar().getByRole("button", { name: "Approve 50…" })).toBeDisabled();
  await rowBoxes().nth(3).uncheck();
  await proposeLetters(801, 1);
  await queue().getByRole("button", { name: "1 new · Refresh" }).click();
  await cancelled;
  release();
  await expect(bar().getByRole("button", { name: `Approve ${ALL - 1}…` })).toBeEnabled();
  await expect(notes()).toContainText("1 more action arrived.");
  await withdraw("Number 801");
  await queue()
    .getByLabel(`${ALL - 1} selected`)
    .click();
});

test("loading can be stopped, and what is loaded until then stays selected", async () => {
  await open();
  await page.route(listed, () => undefined);
  await selectAll(`Select all ${ALL}`);
  await press("Cancel");
  await expect(notes()).toContainText("50 actions selected; more match.");
  await expect(bar().getByRole("button", { name: "Approve 50…" })).toBeEnabled();
  // Only now: the browser then sends the page's request, and its rows are not selected.
  await page.unrouteAll();
  await expect(bar().getByRole("button", { name: "Approve 50…" })).toBeEnabled();
});

test("what arrives later is offered, and what is decided meanwhile falls out by name", async () => {
  await open();
  await selectAll(`Select all ${ALL}`);
  await expect(bar().getByRole("button", { name: `Approve ${ALL}…` })).toBeEnabled();
  await proposeLetters(1001, 3);
  await expect(notes()).toContainText("3 more actions arrived.");
  await expect(bar().getByRole("button", { name: `Approve ${ALL}…` })).toBeVisible();
  await page.mouse.move(0, 0);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `selection at ${width} px`);
    await expectNothingCut();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await press("Also select these actions");
  await expect(bar().getByRole("button", { name: `Approve ${ALL + 3}…` })).toBeVisible();
  await expect(notes()).toBeHidden();
  await withdraw("Number 1003");
  await expect(notes()).toContainText(/No longer selected: “.*Number 1003.*” \(withdrawn\)\./);
  await expect(bar().getByRole("button", { name: `Approve ${ALL + 2}…` })).toBeVisible();
  await press("OK");
  await expect(notes()).toBeHidden();
});

test("an approval of many says what it leaves out, and what is decided while it is read", async () => {
  await press(`Approve ${ALL + 2}…`);
  await expect(dialog().getByText("1 action not included: high risk")).toBeVisible();
  await expect(dialog().getByText("1 action not shown in full")).toBeVisible();
  await expect(inDialog(`Approve ${ALL} actions`)).toBeEnabled();
  await inDialog("Show all changes in all actions").click();
  await expect(inDialog(`Approve ${ALL + 1} actions`)).toBeEnabled();
  await page.mouse.move(0, 0);
  await expectAccessible(page, "an approval of many");
  await withdraw("Number 1002");
  await expect(dialog().getByRole("note").filter({ hasText: "1 action already decided" })).toContainText("Number 1002");
  await expect(inDialog(`Approve ${ALL} actions`)).toBeEnabled();
});

test("decisions that got no answer are told apart, and sent again decide nothing twice", async () => {
  let requests = 0;
  await page.route(DECISIONS, async (route) => {
    requests += 1;
    if (requests === 1) return route.continue();
    // The server decides, and its answer is lost.
    await route.fetch();
    await route.abort();
  });
  await decide(`Approve ${ALL} actions`);
  await expect(dialog().getByText("100 actions decided.")).toBeVisible();
  await expect(dialog().getByRole("alert")).toContainText("122 actions may not have been decided");
  await expect(dialog().getByText("Unknown", { exact: true })).toHaveCount(100);
  await expect(dialog().getByText("Not sent", { exact: true })).toHaveCount(22);
  await expectAccessible(page, "decisions without an answer");
  await page.unroute(DECISIONS);
  await decide("Send 122 decisions again");
  await expect(dialog().getByText(`${ALL} actions decided.`)).toBeVisible();
  await expect(dialog().getByRole("alert")).toBeHidden();
  await expect(dialog().getByRole("listitem").filter({ hasText: "Approved" })).toHaveCount(ALL);
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await expect(bar()).toBeHidden();
  expect(await runAll(ALL)).toBe(ALL);
  const decided = await listOf("status=approved,executing,executed");
  expect(decided).toHaveLength(2 * ALL);
  for (const { id } of decided) expect((await read(id)).decisions).toHaveLength(1);
});

test("an action that changes after it was listed is not approved, and named", async () => {
  await proposeLetters(1501, 60);
  await open(`/?tool=${TOOL}`);
  await selectAll("Select all 60");
  await expect(bar().getByRole("button", { name: "Approve 60…" })).toBeEnabled();
  // The list and the dialog show an older content than the server has now.
  const [changed] = await listOf("status=pending&q=Number%201530");
  await page.route(`**/api/pending-actions/${changed!.id}`, async (route) => {
    const answer = await route.fetch();
    const action = (await answer.json()) as Action;
    await route.fulfill({ json: { ...action, digest: action.digest.replace(/.{4}$/, "0000") } });
  });
  await press("Approve 60…");
  await expect(dialog().getByText("The action changed since it was selected.")).toBeVisible();
  await decide("Approve 59 actions");
  await expect(dialog().getByText("59 actions decided.")).toBeVisible();
  await page.unrouteAll();
  expect((await read(changed!.id)).status).toBe("pending");
  await dialog().getByRole("button", { name: "Close" }).last().click();
  expect(await runAll(59)).toBe(59);
});

test("at 360 px all that match are rejected too, of any risk", async () => {
  await proposeLetters(2001, 60);
  await page.setViewportSize({ width: 360, height: 740 });
  await open();
  await selectAll("Select all 62");
  await expect(bar().getByRole("button", { name: "Reject 62…" })).toBeEnabled();
  await expectNothingCut();
  await press("Reject 62…");
  await decide("Reject 62 actions");
  await expect(dialog().getByText("62 actions decided.")).toBeVisible();
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("of a filter whose number is not known, all that match are selected and sent back", async () => {
  await proposeLetters(3001, 55);
  await proposeLetters(4001, 5);
  await open("/?q=Number 30");
  await selectAll("Select all");
  await expect(bar().getByRole("button", { name: "Send 55 back…" })).toBeEnabled();
  await press("Send 55 back…");
  await dialog().getByLabel("What should the agent change?").fill("Write them by hand");
  await decide("Send 55 actions back");
  await expect(dialog().getByText("55 actions decided.")).toBeVisible();
  expect(await listOf("status=pending")).toHaveLength(5);
  expect(complaints).toEqual([]);
});
