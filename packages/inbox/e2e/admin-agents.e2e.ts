import { expect, test } from "@playwright/test";
import type { Group, Tool } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());

test("a group decides what its agent may do; the agent's key is shown once with what to paste, and ends when revoked", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  await page.goto(`${server.url}/admin/groups`);
  await page.getByRole("button", { name: "New group…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("writers");
  await page.getByLabel("Purpose").fill("Writes that somebody looks at");
  await page.getByRole("checkbox", { name: "edit_file" }).check();
  await page.getByRole("combobox", { name: "Approval for edit_file in this group" }).selectOption("runs automatically");
  await expectAccessibleAtAllSizes(page, "making a group");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Reduce protection?" });
  await expect(question).toContainText("an agent in the group writers may call edit_file without approval");
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("combobox", { name: "Approval for edit_file in this group" }).selectOption("always requires approval");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("article", { name: "Group writers" })).toContainText("1 tool, 1 always requires approval");
  const { items } = (await (await server.fetch("/api/groups")).json()) as { items: Group[] };
  expect(items.find(({ name }) => name === "writers")?.tools).toEqual([{ name: "edit_file", approval: "required" }]);

  await page.getByRole("button", { name: "Edit writers" }).click();
  await expect(page).toHaveURL(/open=writers/);
  await expect(page.getByRole("checkbox", { name: "edit_file" })).toBeChecked();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expectAccessibleAtAllSizes(page, "groups");

  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Agents" }).click();
  await page.getByRole("button", { name: "Create agent…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Support agent");
  await page.getByRole("checkbox", { name: /^default/ }).uncheck();
  await page.getByRole("checkbox", { name: /^writers/ }).check();
  await page.getByRole("combobox", { name: "Risk limit" }).selectOption("Up to risk level 4");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const key = (await page.getByRole("textbox", { name: "The agent key" }).textContent()) ?? "";
  expect(key).toMatch(/^csa_/);
  await expect(page.getByLabel("Configuration of Claude Code")).toHaveText(
    `claude mcp add --transport http countersign ${server.url}/mcp --header "Authorization: Bearer ${key}"`,
  );
  await page.getByRole("tab", { name: "Claude Desktop" }).click();
  const desktop = JSON.parse((await page.getByLabel("Configuration of Claude Desktop").textContent()) ?? "") as object;
  expect(desktop).toMatchObject({
    mcpServers: { countersign: { args: expect.arrayContaining(["mcp", "--stdio"]) as unknown } },
  });
  for (const name of ["VS Code", "Cursor"]) {
    await page.getByRole("tab", { name }).click();
    const text = (await page.getByLabel(`Configuration of ${name}`).textContent()) ?? "";
    expect(text).toContain(`${server.url}/mcp`);
    // These clients read the key from a safer place than the configuration file.
    expect(text).not.toContain(key);
    JSON.parse(text);
  }
  await page.getByRole("tab", { name: "Codex" }).click();
  await expect(page.getByLabel("Configuration of Codex")).toContainText(`url = "${server.url}/mcp"`);
  await page.getByRole("tab", { name: "Other clients" }).click();
  const others = JSON.parse((await page.getByLabel("Configuration of Other clients").textContent()) ?? "") as {
    mcpServers: { countersign: { url: string; headers: Record<string, string> } };
  };
  await expectAccessibleAtAllSizes(page, "a new agent's key");

  const connection = page.getByRole("region", { name: "Connect a client" }).getByRole("status");
  await expect(connection).toContainText("Waiting");
  const { url, headers } = others.mcpServers.countersign;
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(await answer.text()).toContain('"edit_file"');
  await expect(connection).toContainText("Connected");
  await page.getByRole("button", { name: "Done" }).click();

  const tools = await fetch(`${server.url}/api/tools`, { headers: { authorization: `Bearer ${key}` } });
  expect(((await tools.json()) as { items: Tool[] }).items.map(({ name }) => name)).toEqual(["edit_file"]);
  const proposed = await fetch(`${server.url}/api/pending-actions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ toolName: "edit_file", toolInput: { path: "none.md", edits: [{ oldText: "a", newText: "b" }] } }),
  });
  const isQueued = proposed.status === 202;
  const card = page.getByRole("article", { name: "Agent Support agent" });
  await expect(card).toContainText("up to risk level 4");
  if (isQueued) await expect(card.getByRole("link", { name: "1 action waiting" })).toBeVisible();

  await card.getByRole("button", { name: "Edit Support agent" }).click();
  await page.getByLabel("Allow approval in the agent's client").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /more permissions/ })).toContainText(
    "the person using the client of Support agent can decide there",
  );
  await expectAccessibleAtAllSizes(page, "more rights for an agent");
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(card).toContainText("Approval in clienton");

  await card.getByRole("button", { name: "Edit Support agent" }).click();
  await page.getByLabel("Private sessions").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(card).toContainText("Sessionsprivate");
  await expectAccessibleAtAllSizes(page, "agents");

  await card.getByRole("button", { name: "Revoke Support agent" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(card).toHaveCount(0);
  const after = await fetch(`${server.url}/api/tools`, { headers: { authorization: `Bearer ${key}` } });
  expect(after.status).toBe(401);

  await page.goto(`${server.url}/admin/groups`);
  await page.getByRole("button", { name: "Delete writers" }).click();
  await page.getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByRole("article", { name: "Group writers" })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a key is limited and rotated: the new one is shown once, and the page says whether the old one is still used", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  await page.goto(`${server.url}/admin/agents`);
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  const makeAgent = async (name: string): Promise<string> => {
    await page.getByRole("button", { name: "Create agent…" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Expires", { exact: true }).fill(inDays(5));
    await page.getByLabel("Allowed addresses").fill("10.0.0.0/8\noffice");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByText("is no address and no network")).toBeVisible();
    await page.getByLabel("Allowed addresses").fill("10.0.0.0/8");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const key = (await page.getByRole("textbox", { name: "The agent key" }).textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    return key;
  };
  const use = async (key: string) =>
    (await fetch(`${server.url}/api/tools`, { headers: { authorization: `Bearer ${key}` } })).status;
  const key = await makeAgent("Rotated agent");
  expect(await use(key)).toBe(401);
  const card = page.getByRole("article", { name: "Agent Rotated agent" });
  await expect(card).toContainText("Expires soon");
  await page.reload();
  await expect(card).toContainText(/Last refused.*from 127\.0\.0\.1/);

  await card.getByRole("button", { name: "Limit the key of Rotated agent" }).click();
  await page.getByLabel("Allowed addresses").fill("10.0.0.0/8\n127.0.0.1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Relax the limits of this key?" });
  await expect(question).toContainText("the key of Rotated agent is accepted from more addresses");
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(card).toContainText("10.0.0.0/8, 127.0.0.1");
  expect(await use(key)).toBe(200);

  await card.getByRole("button", { name: "Rotate the key of Rotated agent" }).click();
  await expectAccessibleAtAllSizes(page, "rotating a key");
  await page.getByRole("button", { name: "Rotate key", exact: true }).click();
  const next = (await page.getByRole("textbox", { name: "The new key" }).textContent()) ?? "";
  expect(next).toMatch(/^csa_/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(card).toContainText(`Old key${key.slice(0, 10)}… valid until`);
  await expect(card).toContainText("not used since the rotation");
  expect([await use(key), await use(next)]).toEqual([200, 200]);
  await page.reload();
  await expectAccessibleAtAllSizes(page, "an agent with two keys");

  await card.getByRole("button", { name: "End the old key of Rotated agent" }).click();
  await page.getByRole("button", { name: "End old key", exact: true }).click();
  await expect(card).not.toContainText("Old key");
  expect([await use(key), await use(next)]).toEqual([401, 200]);
  expect(complaints).toEqual([]);
});
