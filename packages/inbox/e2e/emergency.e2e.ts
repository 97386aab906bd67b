import type { Emergency } from "@countersign/protocol";
import { expect, test } from "@playwright/test";
import { armed, expectAccessibleAtAllSizes } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

/** Longer than the button has to be held. */
const HELD_MS = 1500;

let server: TestServer;
let ann: Person;
let ada: Person;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [{ name: "send_letter", description: "Sends a letter", inputSchema: { type: "object" } }]);
  ann = await addPerson(browser, server, { name: "Ann Approves" });
  ada = await addPerson(browser, server, { name: "Ada Administers", role: "admin" });
});
test.afterAll(async () => {
  for (const { context } of [ann, ada]) await context.close();
  await server.close();
});

test("G21 one person stops everything, everybody sees it at once, and an administrator lets it go on", async () => {
  const id = await propose(server, "send_letter", {});
  const banner = (of: Person) => of.page.getByRole("status", { name: "Emergency stop" });
  const approve = ada.page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve", exact: true });
  await ada.page.goto(`${server.url}/actions/${id}`);
  await expect(approve).toBeVisible();

  await test.step("she stops it with a reason", async () => {
    await ann.page.goto(`${server.url}/`);
    await ann.page.getByRole("button", { name: "Emergency stop" }).click();
    await expect(ann.page.getByText("Everything is running normally.")).toBeVisible();
    await expectAccessibleAtAllSizes(ann.page, "the emergency stop");
    await ann.page.getByLabel("Reason").fill("Letters to <b>everybody</b>");
    await armed(ann.page.getByRole("button", { name: "Stop everything" }));
    await ann.page.getByRole("button", { name: "Stop everything" }).click();
    await expect(ann.page.getByText("Only an administrator can lift the stop.")).toBeVisible();
  });

  await test.step("the other sees it without a reload, and cannot approve", async () => {
    await expect(banner(ada)).toContainText("Ann Approves stopped everything: Letters to <b>everybody</b>");
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAttribute("title", "Everything is stopped");
  });

  await test.step("the administrator lifts it, and it can be approved", async () => {
    await banner(ada).getByRole("link", { name: "More" }).click();
    await expect(ada.page.getByLabel("What was done? (optional)")).toBeVisible();
    await expectAccessibleAtAllSizes(ada.page, "everything stopped");
    await ada.page.getByLabel("What was done? (optional)").fill("The agent's key is revoked");
    await ada.page.getByRole("button", { name: "Resume everything" }).click();
    await expect(ada.page.getByText("Everything is running normally.")).toBeVisible();
    await expect(banner(ann)).toBeEmpty();
    await ada.page.goto(`${server.url}/actions/${id}`);
    await approve.click();
    await expect(ada.page.getByText(/Approved|Done|Running/).first()).toBeVisible();
  });
});

test("one press stops everything from any page, without a reason; a slip stops nothing", async () => {
  const stop = ann.page.getByRole("button", { name: "Emergency stop" });
  const readStop = async () => (await (await server.fetch("/api/emergency-stop")).json()) as Emergency;
  for (const [width, path] of [
    [1440, "/insights"],
    [1000, "/"],
    [360, "/audit"],
  ] as const) {
    await ann.page.setViewportSize({ width, height: 740 });
    await ann.page.goto(server.url + path);
    await stop.click({ delay: 100 });
    await expect(ann.page).toHaveURL(/emergency-stop$/);
    expect((await readStop()).stop).toBeNull();

    await ann.page.goto(server.url + path);
    await stop.click({ delay: HELD_MS });
    await expect(ann.page.getByRole("status", { name: "Emergency stop" })).toContainText(
      "Ann Approves stopped everything. Nothing runs",
    );
    expect((await readStop()).stop).toMatchObject({ reason: "", stoppedBy: { name: "Ann Approves" } });
    await expect(ann.page.getByRole("button", { name: "Everything is stopped" })).toBeVisible();
    expect((await server.fetch("/api/emergency-stop/lift", { body: {} })).status).toBe(200);
    await expect(ann.page.getByRole("status", { name: "Emergency stop" })).toBeEmpty();
  }
});

test("two fingers are no hold, and who holds it without a connection is told that perhaps nothing was stopped", async () => {
  const { page } = ann;
  const stop = page.getByRole("button", { name: "Emergency stop" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/insights`);
  const touch = (pointerId: number) => ({
    pointerId,
    isPrimary: pointerId === 1,
    pointerType: "touch",
    button: 0,
    bubbles: true,
  });
  for (const finger of [1, 2]) await stop.dispatchEvent("pointerdown", touch(finger));
  for (const finger of [1, 2]) await stop.dispatchEvent("pointerup", touch(finger));
  await page.waitForTimeout(HELD_MS);
  expect(((await (await server.fetch("/api/emergency-stop")).json()) as Emergency).stop).toBeNull();

  await page.route("**/api/emergency-stop", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await stop.click({ delay: HELD_MS });
  await expect(page.getByRole("alert")).toContainText("The stop may have failed");
  await page.unroute("**/api/emergency-stop");
  await page.getByRole("button", { name: "Close this notice" }).click();
});
