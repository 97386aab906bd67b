import { expect, test } from "@playwright/test";
import type { Checkpoint } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 240_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

async function propose(checkpointId: string, names: readonly string[]): Promise<void> {
  const items = names.map((name) => ({ toolName: "write_file", toolInput: { path: name, content: "x\n" }, checkpointId }));
  const answer = await server.fetch("/api/pending-actions/batch", { as: "agent", body: { items } });
  expect(answer.status).toBe(202);
}

test("the batches of a subtask are decided together, but for what is left out and what comes while one reads", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const body = { label: "Release <b>notes</b>", missionId: "m1" };
  const opened = (await (await server.fetch("/api/checkpoints", { as: "agent", body })).json()) as Checkpoint;
  await propose(opened.id, ["a.txt", "b.txt"]);
  await propose(opened.id, ["c.txt"]);

  await page.getByRole("region", { name: "Checkpoints" }).getByRole("link", { name: body.label }).click();
  await expect(page.getByRole("heading", { level: 1, name: body.label })).toBeVisible();
  const actions = page.getByRole("list", { name: "Actions in the checkpoint" }).getByRole("listitem");
  await expect(actions).toHaveCount(3);
  await expectAccessibleAtAllSizes(page, "a checkpoint");
  await propose(opened.id, ["d.txt"]);
  await expect(actions).toHaveCount(4);
  await page.getByRole("checkbox", { name: /b\.txt/ }).uncheck();
  const decision = page.getByRole("group", { name: "Decision" });
  await decision.getByLabel("Comment").fill("fine");
  // A new button ignores clicks that were meant for what stood there before.
  await expect(decision.getByRole("button", { name: "Approve 3 actions" })).not.toHaveAttribute("aria-disabled", "true");
  await decision.getByRole("button", { name: "Approve 3 actions" }).click();
  await expect(page.getByText("3 approved, 0 rejected, 0 skipped, 1 left undecided.")).toBeVisible();
  await expect(page.getByText("Approved together")).toBeVisible();
  await expect(actions.filter({ hasText: "b.txt" })).not.toContainText(/Done|Approved/);
  await expect(actions.filter({ hasText: "Done" })).toHaveCount(3);
  expect(complaints).toEqual([]);
});
