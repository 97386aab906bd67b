import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import type { Connection } from "@countersign/protocol";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { readDigest } from "./support/read-digest.ts";

const SECRET = "notebook-secret-77c1";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
let service: Server;
let url: string;
const notes: string[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  service = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${SECRET}`;
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      if (isKnown && request.method === "POST") notes.push(text);
      const answer = isKnown ? { id: notes.length } : { message: "<b>who</b> are you" };
      response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => service.listen(port, "127.0.0.1", resolve));
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(async () => {
  await server.close();
  service.closeAllConnections();
  service.close();
});

const tools = () => [
  {
    name: "add_note",
    description: "Adds a note to the notebook of the team.",
    method: "POST",
    url: `${url}/notes`,
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false },
  },
];

test("a service is connected, tested where the person is, its secret never comes back, and its calls run once approved", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  await page.goto(`${server.url}/admin/connections`);
  await expect(page.getByText("No connections yet")).toBeVisible();
  const card = page.getByRole("article", { name: "Connection Notebook" });
  const dialog = page.getByRole("dialog", { name: "Add a connection" });

  await test.step("what cannot be used is refused at its field", async () => {
    await page.getByRole("button", { name: "Add connection…" }).click();
    await dialog.getByLabel("Service", { exact: true }).selectOption({ label: "HTTP" });
    await dialog.getByLabel("Name", { exact: true }).fill("Notebook");
    await dialog.getByLabel("Headers", { exact: true }).fill("{");
    await expect(dialog.getByText("is not valid JSON")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Add and test" })).toBeDisabled();
    await dialog.getByLabel("Headers", { exact: true }).fill(JSON.stringify({ Authorization: SECRET }));
    await dialog.getByLabel("Tools", { exact: true }).fill(JSON.stringify(tools()));
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await expect(dialog.getByText("put the value into a secret")).toBeVisible();
    await expectAccessibleAtAllSizes(page, "adding a connection");
  });

  await test.step("a private address needs a yes, and the service's answer stands in the dialog", async () => {
    await dialog.getByLabel("Headers", { exact: true }).fill(JSON.stringify({ Authorization: "Bearer ${secret:token}" }));
    await dialog.getByLabel("Address for the test").fill(`${url}/me`);
    await dialog.getByRole("button", { name: "Add a secret" }).click();
    await dialog.getByLabel("Value of secret 1").fill("wrong-secret-0000");
    await dialog.getByLabel("Allow addresses on this machine").check();
    await dialog.getByRole("button", { name: "Add and test" }).click();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(dialog.getByText("The connection cannot be used yet")).toBeVisible();
    await expect(dialog.getByText("<b>who</b> are you")).toBeVisible();
    await dialog.getByLabel("Replace all").check();
    await dialog.getByRole("button", { name: "Add a secret" }).click();
    await dialog.getByLabel("Value of secret 1").fill(SECRET);
    await dialog.getByRole("button", { name: "Save and test" }).click();
    await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
    await expectAccessibleAtAllSizes(page, "a connection that answers");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(card).toContainText("Ready");
    await expect(card).toContainText("add_note");
    await card.getByRole("button", { name: "Show settings of Notebook" }).click();
    await expect(card).toContainText("${secret:token}");
    await expectAccessibleAtAllSizes(page, "connections");
    expect(await (await server.fetch("/api/connections")).text()).not.toContain(SECRET);
    expect(await page.content()).not.toContain(SECRET);
  });

  await test.step("an approved call reaches it once, with what the reviewer saw", async () => {
    const id = await propose(server, "add_note", { text: "one" });
    await page.goto(`${server.url}/actions/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`POST ${url}/notes`);
    expect(notes).toEqual([]);
    await server.fetch(`/api/pending-actions/${id}/approve`, { body: { digest: await readDigest(server, id) } });
    await expect.poll(() => notes).toEqual([JSON.stringify({ text: "one" })]);
  });

  await test.step("removed after a question, its tools are gone", async () => {
    await page.goto(`${server.url}/admin/connections`);
    await card.getByRole("button", { name: "Remove Notebook" }).click();
    await page
      .getByRole("dialog", { name: "Remove this connection?" })
      .getByRole("button", { name: "Remove connection" })
      .click();
    await expect(page.getByText("No connections yet")).toBeVisible();
    const { items } = (await (await server.fetch("/api/connections")).json()) as { items: Connection[] };
    expect(items).toEqual([]);
  });
  expect(complaints).toEqual([]);
});

test("what agents saved stands on a page of its own, each with the action it came from", async ({ page }) => {
  const complaints = collectComplaints(page);
  const added = await server.fetch("/api/connections", { body: { connector: "workspace", name: "Records" } });
  expect(added.status).toBe(201);
  await resumeSession(page, server);
  await page.goto(`${server.url}/records`);
  await expect(page.getByText("No records yet")).toBeVisible();
  const id = await propose(server, "save_recommendations", {
    recommendations: [
      { title: "Streamline <b>onboarding</b>", description: "Collapse the two screens", effort_weeks: 2, impact_score: 0.82 },
      { title: "Second", description: "Another" },
    ],
    prioritization_rationale: "Quick wins first",
  });
  await server.fetch(`/api/pending-actions/${id}/approve`, { body: { digest: await readDigest(server, id) } });
  await expect
    .poll(async () => ((await (await server.fetch(`/api/pending-actions/${id}`)).json()) as { status: string }).status)
    .toBe("executed");
  await page.reload();
  const record = page.getByRole("article", { name: "Recommendation Streamline <b>onboarding</b>" });
  await expect(record).toContainText("Collapse the two screens");
  await expect(record).toContainText("Quick wins first");
  await expectAccessibleAtAllSizes(page, "records");
  await page.getByText("Documents", { exact: true }).click();
  await expect(page.getByText("No documents yet")).toBeVisible();
  await page.getByText("Recommendations", { exact: true }).click();
  await record.getByRole("link", { name: "Open action" }).click();
  await expect(page).toHaveURL(new RegExp(`/actions/${id}`));
  expect(complaints).toEqual([]);
});
