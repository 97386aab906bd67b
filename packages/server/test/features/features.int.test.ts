import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { ConfigFault, readConfig } from "../../src/config.ts";
import type { StartedServer } from "../../src/main.ts";
import { startServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { until } from "../support/until.ts";

/** One data folder, on which the tests start servers with and without features, in this order. */
let dataFolder: string;
let server: StartedServer | undefined;
let token: string;
let agentKey: string;

const start = async (features: string): Promise<StartedServer> => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("COUNTERSIGN_FEATURES", features);
  server = await startServer({ dataFolder, port: 0 });
  return server;
};
const stop = async (): Promise<void> => {
  await server?.close();
  server = undefined;
};

async function ask(method: string, path: string, key: string, body?: object) {
  const answer = await fetch(`${server?.credentials.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const propose = (toolName: string, toolInput: object) => ask("POST", "/api/pending-actions", agentKey, { toolName, toolInput });
const readAction = async (id: string) => (await ask("GET", `/api/pending-actions/${id}`, token)).body;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "countersign-features-"));
  await layDatabase(dataFolder);
});
afterAll(async () => {
  await stop();
  vi.unstubAllEnvs();
  await rm(dataFolder, { recursive: true, force: true });
});

const OF_FEATURES = ["/api/content/types", "/api/studio/tools", "/api/chat/agents"];

test("without the setting a server runs every feature", async () => {
  const { credentials, signInUrl } = await start("");
  ({ token } = await openAdministrator(credentials.url, signInUrl));
  for (const path of OF_FEATURES) expect([path, (await ask("GET", path, token)).status]).toEqual([path, 200]);
  expect((await ask("GET", "/api/me", token)).body.features).toEqual(
    expect.arrayContaining(["content", "studio", "chat", "notifications", "on-call"]),
  );
  expect((await ask("POST", "/api/content/sample", token)).status).toBe(200);
  const groups = ["default", "content-tags-write"];
  const made = await ask("POST", "/api/keys", token, { kind: "agent", name: "Editor", groups, confirm: true });
  agentKey = made.body.key;
  expect((await propose("create_tag", { path: "/autumn" })).status).toBe(202);
  await stop();
});

test("a server without features is the gate alone: it proposes, decides and runs", async () => {
  await start("none");
  for (const path of OF_FEATURES) expect([path, (await ask("GET", path, token)).status]).toEqual([path, 404]);
  const { features } = (await ask("GET", "/api/me", token)).body;
  expect(features).not.toEqual(expect.arrayContaining(["content"]));
  const described = Object.keys((await ask("GET", "/openapi.json", token)).body.paths);
  expect(described.filter((path) => /^\/api\/(content|studio|chat)/.test(path))).toEqual([]);

  const { pendingActionId } = (await propose("write_file", { path: "gate.txt", content: "alone" })).body;
  const { digest } = await readAction(pendingActionId);
  expect((await ask("POST", `/api/pending-actions/${pendingActionId}/approve`, token, { digest })).status).toBe(200);
  await until(
    () => readAction(pendingActionId),
    ({ status }) => status === "executed",
  );
});

test("calls of a feature's tools are refused while it is off; what waits stays, and runs nothing", async () => {
  const before = (await ask("GET", "/api/pending-actions?status=pending", token)).body.items;
  expect(before.map(({ toolName }: { toolName: string }) => toolName)).toEqual(["create_tag"]);
  expect(await propose("create_tag", { path: "/winter" })).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
  expect((await ask("GET", "/api/pending-actions?status=pending", token)).body.items).toHaveLength(1);
  await stop();
});

test("switched on again, a feature has everything that it had", async () => {
  await start("chat, content");
  expect((await ask("GET", "/api/studio/tools", token)).status).toBe(404);
  const { items } = (await ask("GET", "/api/pending-actions?status=pending", token)).body;
  const { id, digest } = await readAction(items[0].id);
  expect((await ask("POST", `/api/pending-actions/${id}/approve`, token, { digest })).status).toBe(200);
  await until(
    () => readAction(id),
    ({ status }) => status === "executed",
  );
  const tags = (await ask("GET", "/api/content/elements?kind=tag&q=autumn", token)).body.items;
  expect(tags.map(({ path }: { path: string }) => path)).toContain("/autumn");
});

test("an unknown feature is refused with the names that there are", () => {
  const read = (COUNTERSIGN_FEATURES: string) => readConfig({ dataFolder: "/tmp/x" }, { COUNTERSIGN_FEATURES }).features;
  expect(read("")).toEqual(["content", "studio", "chat", "notifications", "on-call"]);
  expect(read("none")).toEqual([]);
  expect(read(" chat ,content")).toEqual(["content", "chat"]);
  for (const bad of ["chats", "content,none", "Content"]) {
    expect(() => read(bad)).toThrow(ConfigFault);
    expect(() => read(bad)).toThrow(
      "COUNTERSIGN_FEATURES: must be a list of content, studio, chat, notifications, on-call, separated by commas, or none",
    );
  }
});
