import { createServer, type Server } from "node:http";
import type { JsonObject } from "@countersign/protocol";
import { expect, test, type Page } from "@playwright/test";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks, and each run of a tool starts a process.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
let service: Server;
let host: string;

test.beforeAll(async () => {
  server = await startTestServer();
  const port = await findFreePort();
  host = `http://127.0.0.1:${port}`;
  service = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ celsius: 21 }));
  });
  await new Promise<void>((resolve) => service.listen(port, "127.0.0.1", resolve));
});
test.afterAll(async () => {
  await server.close();
  service.closeAllConnections();
  service.close();
});

/** Replaces the editor's content, as typing would. */
async function write(page: Page, source: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Source code of the tool" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(source);
}

const PROTOCOL = "2026-07-28";

/** Sends an MCP request as an agent's client; returns the result in the last message of the answer. */
async function askOverMcp(method: string, params: JsonObject): Promise<JsonObject> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(server.credentials.mcpUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${server.credentials.agentKey}`,
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": method,
      ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  });
  const said = (await response.text()).split("\n").findLast((line) => /^(?:data: )?\{/.test(line)) ?? "{}";
  const { result = {}, error } = JSON.parse(said.replace(/^data: /, "")) as { result?: JsonObject; error?: unknown };
  expect(error).toBeUndefined();
  return result;
}

const run = (page: Page) => page.getByRole("region", { name: "Latest run" });
const SCHEMA = JSON.stringify({
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
});
const source = () => `export default async function (input, { fetch }) {
  const answer = await fetch("${host}/weather?city=" + encodeURIComponent(input.city));
  const { celsius } = await answer.json();
  console.log("asked about", input.city);
  return { city: input.city, celsius };
}
`;

test("a tool is written, tested, published, called over MCP, approved, and changed", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);

  await test.step("it begins with a draft that works, and the page is one for everybody", async () => {
    await page.goto(`${server.url}/admin/studio`);
    await expect(page.getByText("No tools yet")).toBeVisible();
    await page.getByRole("button", { name: "New tool…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("weather");
    await page.getByRole("dialog").getByRole("button", { name: "Create draft" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "weather" })).toBeVisible();
    await expect(page.getByText("input: { name: string }")).toBeVisible();
    await page.getByLabel("name", { exact: true }).fill("Ada");
    await page.getByRole("button", { name: "Run test", exact: true }).click();
    await expect(run(page)).toContainText('"greeting": "Hello, Ada!"');
    await expectAccessibleAtAllSizes(page, "a tool of the studio");
  });

  await test.step("what is wrong is shown where it is", async () => {
    await page.getByLabel("Input schema").fill(SCHEMA);
    await write(page, source());
    await expect(page.getByText("input: { city: string }")).toBeVisible();
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByRole("button", { name: "Save draft" })).toBeDisabled();
    await page.getByLabel("city", { exact: true }).fill("Graz");
    await page.getByRole("button", { name: "Run test", exact: true }).click();
    await expect(run(page)).toContainText("has no network access");
    await expect(run(page)).toContainText("Line 2 of the source");
    await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByRole("dialog").getByText("Test the draft first")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
  });

  await test.step("the editor completes what the schema and the sandbox know", async () => {
    await write(page, "export default async (input, { fetch }) => ");
    await page.keyboard.type("input.c");
    await page.getByRole("option", { name: /^city/ }).click();
    await expect(page.getByRole("textbox", { name: "Source code of the tool" })).toContainText("=> input.city");
    await write(page, source());
  });

  await test.step("access is given, its risk and its reasons are said, and the run is recorded", async () => {
    await page.getByRole("tab", { name: "Access" }).click();
    await page.getByLabel("Listed hosts").check();
    await page.getByLabel("Hosts, one per line").fill(host);
    await page.getByLabel("Allow addresses on this machine").check();
    await page.getByRole("button", { name: "Save and run test" }).click();
    await expect(run(page)).toContainText('"celsius": 21');
    await expect(run(page)).toContainText("asked about Graz");
    await expect(run(page)).toContainText(`GET ${host}/weather?city=Graz → 200`);
    await expect(page.getByRole("region", { name: "Risk" })).toContainText("High risk");
    await expect(page.getByRole("region", { name: "Risk" })).toContainText("can reach this machine");
    await expectAccessibleAtAllSizes(page, "the access of a tool");
    await page.getByRole("tab", { name: "Description & policy" }).click();
    await page.getByRole("textbox", { name: "Description" }).fill("Says how warm it is in a city.");
    await page.getByLabel("Question for the person").fill("May it ask about {args}?");
    await page.getByRole("button", { name: "Save draft" }).click();
  });

  await test.step("publishing says what changes; an agent sees the tool at once", async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish weather?" });
    await expect(dialog.getByText("Agents in the group default get a new tool.")).toBeVisible();
    await expect(dialog.getByText("Every call requires approval.")).toBeVisible();
    await expectAccessibleAtAllSizes(page, "publishing a tool");
    await dialog.getByRole("button", { name: "Publish version 1" }).click();
    await expect(page.getByText("Published, version 1")).toBeVisible();
  });

  await test.step("an agent calls it over MCP, a person approves, and what was approved runs", async () => {
    const listed = await askOverMcp("tools/list", {});
    expect(listed["tools"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "weather", description: "Says how warm it is in a city." })]),
    );
    const called = askOverMcp("tools/call", { name: "weather", arguments: { city: "Linz" } });
    await page.goto(`${server.url}/`);
    // Select the action's row: a link that filters the list by tool comes before it.
    await page.locator('a[href*="/actions/"]', { hasText: "weather" }).click();
    await expect(page.getByText("reading only").first()).toBeVisible();
    await page
      .getByRole("button", { name: /^approve/i })
      .first()
      .click();
    expect(JSON.stringify(await called)).toContain("celsius");
  });

  await test.step("the next version is named by what changes, and an older one can come back", async () => {
    await page.goto(`${server.url}/admin/studio`);
    await page.getByRole("link", { name: "weather" }).click();
    await write(page, "export default () => ({ city: 'nowhere' });\n");
    await page.getByLabel("city", { exact: true }).fill("Wels");
    await page.getByRole("button", { name: "Save and run test" }).click();
    await expect(run(page)).toContainText('"city": "nowhere"');
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish weather?" });
    await expect(dialog.getByText("The source changes: 6 lines before, 1 line now.")).toBeVisible();
    await dialog.getByRole("button", { name: "Publish version 2" }).click();
    await expect(page.getByText("Published, version 2")).toBeVisible();
    await page.getByRole("tab", { name: "Versions" }).click();
    await expect(page.getByRole("button", { name: "Use version 1 as draft" })).toBeVisible();
    await expectAccessibleAtAllSizes(page, "the versions of a tool");
    await page.getByRole("button", { name: "Use version 1 as draft" }).click();
    await expect(page.getByText("Version 2 published, draft tested")).toBeVisible();
    await page.goto(`${server.url}/admin/studio`);
    await expect(page.getByRole("link", { name: "weather" })).toBeVisible();
    await expectAccessibleAtAllSizes(page, "the tools of the studio");
  });
  expect(complaints).toEqual([]);
});
