import { expect, test } from "@playwright/test";
import { collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { readDigest } from "./support/read-digest.ts";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const RISKY = {
  name: "mail_debtors",
  description: "Mails everybody who owes",
  risk: 5 as const,
  previews: true,
  inputSchema: { type: "object", properties: { month: { type: "string" } } },
};

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("pictures and tables of a preview: shown, whole, counted before a critical approval, withheld from a batch", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const made = (await (await server.fetch("/api/keys", { body: { kind: "worker", name: "w" } })).json()) as { key: string };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url}/api/worker/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${made.key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { previews?: { version: number }[]; detail?: string } };
  };
  await post("tools", { tools: [RISKY] });
  const id = await propose(server, RISKY.name, { month: "July" });
  const asked = await post("claims", { tools: [RISKY.name], limit: 0 });
  const version = asked.body.previews![0]!.version;
  const rows = Array.from({ length: 120 }, (_, n) => [`Customer ${n + 1}${n === 7 ? "\u202e" : ""}`, n * 10]);
  const table = { kind: "table", title: "Reminders", columns: ["customer", "owes"], rows };
  const foreign = { kind: "image", src: "https://example.test/beacon.png", alt: "A beacon" };
  const refused = await post(`previews/${id}`, { version, preview: { title: "Mail", items: [foreign] } });
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(/\/preview\/items\/0\/src.*not fetched/)]);
  const image = { kind: "image", src: PIXEL, alt: "The mail as it will look", caption: "July" };
  const drawn = await post(`previews/${id}`, { version, preview: { title: "Mail 120 customers", items: [table, image] } });
  expect(drawn.status).toBe(200);

  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("heading", { name: "Mail 120 customers", level: 1 })).toBeVisible();
  const picture = page.getByRole("img", { name: "The mail as it will look" });
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).toHaveJSProperty("naturalWidth", 1);
  await expect(page.getByText("PNG, 1 × 1 pixels")).toBeVisible();
  const items = page.getByRole("region", { name: "Table of items" });
  await expect(items.getByRole("row")).toHaveCount(51);
  await expect(items.getByRole("img", { name: "U+202E RLO" })).toBeVisible();
  await expectAccessible(page, "a preview with a picture and a table");

  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await page.getByLabel("I have reviewed every argument").check();
  await expect(approve).toBeDisabled();
  await page.getByRole("button", { name: "70 more rows not shown yet. Show all" }).click();
  await expect(items.getByRole("row")).toHaveCount(121);
  await expect(items.getByRole("cell", { name: "Customer 120" })).toBeVisible();
  await expect(approve).toBeEnabled();

  // A high-risk action cannot be approved in a batch: the dialog says so and links to it.
  const harmless = await propose(server, "write_file", { path: "a.md", content: "a\n" });
  await page.goto(server.url);
  await page.getByRole("checkbox", { name: /Mail 120 customers/ }).check();
  await page.getByRole("checkbox", { name: /a\.md/ }).check();
  await page.getByRole("button", { name: "Approve 2…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 action not included: high risk")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Approve 1 action" })).toBeVisible();
  await dialog.getByRole("link", { name: "Mail 120 customers" }).click();
  await expect(page).toHaveURL(new RegExp(`/actions/${id}`));
  const asApproval = async (pendingActionId: string) => ({
    pendingActionId,
    verdict: "approve",
    digest: await readDigest(server, pendingActionId),
  });
  const tried = await server.fetch("/api/pending-actions/decisions", {
    body: { items: await Promise.all([id, harmless].map(asApproval)) },
  });
  expect(await tried.json()).toMatchObject({
    approved: 1,
    skipped: 1,
    results: [{ outcome: "skipped", code: "FORBIDDEN" }, {}],
  });
  expect(complaints).toEqual([]);

  const text = await server.cli("show", id);
  expect(text).toContain("Reminders: 120 rows");
  expect(text).toContain("picture: The mail as it will look (July), png, 1 × 1 pixels");

  await page.goto(`${server.url}/insights`);
  await expect(page.getByText("Decision time").first()).toBeVisible();
});
