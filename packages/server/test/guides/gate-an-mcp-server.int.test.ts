import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Credentials } from "@countersign/protocol";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { layDatabase } from "../support/embedded-database.ts";
import {} from "../tools/upstreams/support.ts";
import { until } from "../support/until.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The page's code blocks of one language, unchanged. */
const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);

let folder: string;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  // Inside the repository, so that npx finds the installed server and fetches nothing.
  await mkdir(join(root, ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, ".cache/guide-"));
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

test("the guide's blocks, run as they are written, gate the filesystem server", async () => {
  const page = await readFile(join(root, "docs/guides/gate-an-mcp-server.md"), "utf8");
  const [makeFolder = "", start = "", connect = ""] = blocksOf(page, "sh");
  const [configuration = ""] = blocksOf(page, "yaml");
  const [read = "", write = ""] = blocksOf(page, "json");

  const bin = join(folder, "bin");
  await mkdir(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" --import tsx --conditions=@countersign/source "${join(root, "packages/server/src/cli/bin.ts")}" "$@"\n`;
  await writeFile(join(bin, "countersign"), program);
  await chmod(join(bin, "countersign"), 0o755);
  const data = join(folder, "data");
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}`, COUNTERSIGN_DATA: data };

  await layDatabase(data);
  await promisify(execFile)("/bin/sh", ["-ec", makeFolder], { cwd: folder, env });
  await writeFile(join(folder, "countersign.yaml"), configuration);
  const server = spawn("/bin/sh", ["-ec", `exec ${start}`], { cwd: folder, env, stdio: "ignore" });
  stop = () =>
    new Promise((resolve) => {
      server.once("exit", () => resolve());
      server.kill("SIGTERM");
    });
  const made = async () =>
    JSON.parse(await readFile(join(data, "agent.json"), "utf8").catch(() => "null")) as Credentials | null;
  const credentials = (await until(made))!;
  const link = await until(
    () => readFile(join(data, "sign-in-link"), "utf8").catch(() => ""),
    (text) => text !== "",
  );
  const { token } = await openAdministrator(credentials.url, link.trim());
  const asPerson = (path: string, init: RequestInit = {}) =>
    fetch(credentials.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    }).then(
      async (answer) => (await answer.json()) as { items: { id: string; digest: string; status: string; toolName: string }[] },
    );
  const isUp = () =>
    asPerson("/api/upstreams").then(
      ({ items }) => items[0]?.status === "online",
      () => false,
    );
  await until(isUp);

  const said = /http (\S+) (http:\/\/127\.0\.0\.1:\d+(\S+)) --header "Authorization: Bearer \$AGENT_KEY"/.exec(connect);
  expect(new URL(credentials.mcpUrl).pathname).toBe(said?.[3]);
  const client = new Client({ name: "guide", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(credentials.mcpUrl), {
      requestInit: { headers: { Authorization: `Bearer ${credentials.agentKey}` } },
    }),
  );
  const call = (block: string) => client.callTool(JSON.parse(block) as { name: string; arguments: Record<string, unknown> });
  expect(await call(read)).toMatchObject({ content: [{ text: "# Notes\n" }] });
  const writing = call(write);
  const waiting = await until(
    () => asPerson("/api/pending-actions?status=pending"),
    ({ items }) => items.length > 0,
  );
  expect(waiting.items[0]?.toolName).toBe("notes_write_file");
  const file = () => readFile(join(folder, "notes/today.md"), "utf8");
  expect(await file()).toBe("# Notes\n");
  await asPerson(`/api/pending-actions/${waiting.items[0]?.id}/approve`, {
    method: "POST",
    body: JSON.stringify({ digest: waiting.items[0]?.digest }),
  });
  expect(JSON.stringify(await writing)).toContain("Successfully wrote");
  expect(await file()).toBe("# Notes\n\nBuy milk.\n");
  await client.close();
}, 240_000);
