import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "@countersign/protocol";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { listen } from "../../src/http/serve.ts";
import { startServer } from "../../src/main.ts";
import { placeDatabase } from "../support/database.ts";
import { codeOf, openGate } from "../support/gate.ts";

test("G31 until everything is served the server says that it starts, and that it lives", async () => {
  let finish = (): void => {};
  const made = new Promise<void>((resolve) => (finish = resolve));
  let tellAddress = (_url: string): void => {};
  const address = new Promise<string>((resolve) => (tellAddress = resolve));
  const listening = listen(
    async (url) => {
      tellAddress(url);
      await made;
      return { fetch: () => new Response("made") };
    },
    { host: "127.0.0.1", port: 0 },
  );
  const url = await address;
  const get = (path: string) => fetch(url + path);
  expect((await get("/healthz")).status).toBe(200);
  for (const path of ["/readyz", "/mcp", "/api/pending-actions"]) {
    const answer = await get(path);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, "UNAVAILABLE"]);
    expect(answer.headers.get("retry-after")).toBe("1");
  }
  finish();
  const { close } = await listening;
  expect(await (await get("/readyz")).text()).toBe("made");
  await close();
});

test("G31 the first time a server says that it is ready its tools are there", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "countersign-starting-"));
  const onServer = await placeDatabase(dataFolder);
  vi.stubEnv("DATABASE_URL", "");
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startServer({ dataFolder, port, ...(onServer && { databaseUrl: onServer.url }) });
  let hasFailed = false;
  starting.catch(() => (hasFailed = true));
  try {
    let isReady = false;
    while (!isReady) {
      if (hasFailed) await starting;
      isReady = await fetch(`${url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    }
    const { agentKey } = JSON.parse(await readFile(join(dataFolder, "agent.json"), "utf8")) as Credentials;
    const answer = await fetch(`${url}/api/pending-actions`, {
      method: "POST",
      headers: { authorization: `Bearer ${agentKey}`, "content-type": "application/json" },
      body: JSON.stringify({ toolName: "write_file", toolInput: { path: "a.txt", content: "a" } }),
    });
    expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
  } finally {
    if (!hasFailed) await (await starting).close();
    await onServer?.release();
    vi.unstubAllEnvs();
    await rm(dataFolder, { recursive: true, force: true });
  }
});

test("G31 a tool whose source is still loading is not called unknown, and its call not invalid", async () => {
  const gate = await openGate("any", { started: false });
  let loading = true;
  gate.registry.provide({
    sources: () => [],
    isLoading: (workspaceId) => loading && workspaceId === gate.agent.workspaceId,
    execute: async () => null,
  });
  const call = async (toolName: string) =>
    codeOf(await gate.engine.proposals.propose(gate.agent, { toolName, toolInput: { amount: 1 } }));
  expect(await call("of_an_upstream")).toBe("UNAVAILABLE");
  loading = false;
  expect(await call("of_an_upstream")).toBe("NOT_FOUND");

  const source = `connection:${gate.agent.workspaceId}/later`;
  await sql`update tool set source = ${source} where workspace_id = ${gate.agent.workspaceId} and name = 'pay'`.execute(
    gate.database.kysely,
  );
  expect(await call("pay")).toBe("UNAVAILABLE");
  const items = [
    { toolName: "set_value", toolInput: { value: 1 } },
    { toolName: "pay", toolInput: { amount: 1 } },
  ];
  expect(codeOf(await gate.engine.proposals.proposeMany(gate.agent, { items }))).toBe("UNAVAILABLE");
  await gate.close();
});
