import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Action } from "@countersign/protocol";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { parseConfigFile } from "../../src/config-file.ts";
import { startServer, type StartedServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { until } from "../support/until.ts";
import { programOf } from "../tools/upstreams/support.ts";

const BIN = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));
const SOURCES = ["--import", import.meta.resolve("tsx"), "--conditions=@countersign/source", BIN];
const NODE = process.execPath;

let folder: string;
let data: string;
let server: StartedServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-wrap-"));
  data = join(folder, "data");
  await layDatabase(data);
  server = await startServer({ dataFolder: data, port: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const PATH = process.env["PATH"] ?? "";
const HOME = process.env["HOME"] ?? "";
const wrapArgs = (words: string[], options: string[] = [], to = data): string[] => [
  ...SOURCES,
  "wrap",
  "--data",
  to,
  ...options,
  "--",
  ...words,
];
/** Starts the wrapper as a client does, in a folder of the client. */
async function connect(words: string[], options: string[] = [], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: NODE,
    args: wrapArgs(words, options),
    cwd: folder,
    env: { PATH, HOME, ...env },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const client = new Client({ name: "wrap", version: "1" });
  await client.connect(transport);
  return { client, said: () => said };
}
/** Runs it to its end, for what is refused. */
async function run(words: string[], options: string[] = [], to = data) {
  const child = spawn(NODE, wrapArgs(words, options, to), {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, said] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, said };
}
const config = (): Promise<string> => readFile(join(data, "countersign.yaml"), "utf8").catch(() => "");
const entries = async () => parseConfigFile(await config(), join(data, "countersign.yaml"), {}).upstreams;
const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

test("G54 a wrapped server runs behind the gate: a read at once, a write after a person approved it, and one entry however often", async () => {
  const words = [NODE, programOf("memory")];
  const options = ["--name", "memory", "--trust", "--env", "MEMORY_FILE_PATH"];
  const env = { MEMORY_FILE_PATH: join(folder, "memory.jsonl"), OTHER: "not handed on" };
  const { client, said } = await connect(words, options, env);
  const names = await namesOf(client);
  expect(names).toEqual(expect.arrayContaining(["memory_read_graph", "memory_create_entities", "approval_wait"]));
  expect(names.filter((name) => !name.startsWith("memory_") && !name.startsWith("approval_"))).toEqual([]);
  expect(said()).toContain("Countersign starts this server, not this program.");
  expect(said()).not.toContain("memory.jsonl");
  const read = await client.callTool({ name: "memory_read_graph", arguments: {} });
  expect(read.isError ?? false).toBe(false);
  const entity = { name: "Ada", entityType: "person", observations: ["likes tea"] };
  const writing = client.callTool({ name: "memory_create_entities", arguments: { entities: [entity] } });

  const { token } = await openAdministrator(server.credentials.url, server.signInUrl ?? "");
  const asPerson = (path: string, init: RequestInit = {}) =>
    fetch(`${server.credentials.url}/api/pending-actions${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
  const waiting = await until(
    async () => ((await (await asPerson("?status=pending")).json()) as { items: Action[] }).items[0],
    (action) => action !== undefined,
  );
  expect(await readFile(env.MEMORY_FILE_PATH, "utf8").catch(() => "none")).toBe("none");
  await asPerson(`/${waiting?.id}/approve`, { method: "POST", body: JSON.stringify({ digest: waiting?.digest }) });
  expect(JSON.stringify(await writing)).toContain("Ada");
  expect(await readFile(env.MEMORY_FILE_PATH, "utf8")).toContain("likes tea");

  const before = await config();
  const [again, third] = await Promise.all([connect(words, options, env), connect(words, options, env)]);
  expect(await namesOf(again.client)).toEqual(names);
  expect(await namesOf(third.client)).toEqual(names);
  expect(again.said()).toContain("Nothing was written.");
  expect(await config()).toBe(before);
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ name: "memory", trust: "trusted", target: { command: NODE, cwd: folder } });
  await Promise.all([client, again.client, third.client].map((one) => one.close()));
  expect(await run([NODE, programOf("everything")], ["--name", "memory"])).toMatchObject({
    code: 2,
    out: "",
    said: expect.stringContaining("Countersign already has a different server named memory") as string,
  });
  expect(await config()).toBe(before);
}, 240_000);

test("G54 what could not be used is refused before anything is written, and says what to do", async () => {
  const before = await config();
  const free = [NODE, programOf("everything")];
  const other = join(folder, "other");
  await mkdir(other);
  const gone = {
    ...server.credentials,
    url: "http://127.0.0.1:9",
    apiUrl: "http://127.0.0.1:9/api",
    mcpUrl: "http://127.0.0.1:9/mcp",
  };
  await writeFile(join(other, "agent.json"), JSON.stringify(gone));
  for (const [words, options, to, code, told] of [
    [["no-such-program-here"], [], data, 2, "The program no-such-program-here was not found"],
    [free, ["--name", "../x"], data, 2, "--name may contain letters"],
    [free, ["--name", "__proto__"], data, 2, "--name may contain letters"],
    [free, ["--name", "a\u202eb"], data, 2, "--name may contain letters"],
    [free, ["--name", "x".repeat(41)], data, 2, "--name may contain letters"],
    [free, ["--env", "TOKEN=sesame"], data, 2, "--env takes the name of an environment variable"],
    [free, ["--env", "NOT_SET"], data, 2, "NOT_SET is not set"],
    [free, ["--key", "csa_nothing"], data, 1, "does not accept this key"],
    [free, [], other, 3, "Countersign does not respond at http://127.0.0.1:9/mcp"],
    [free, [], join(folder, "none"), 2, "There is no"],
    [[NODE, "/x/countersign.mjs", "wrap", "--", "sh"], [], data, 2, "it is already a Countersign server"],
  ] as const) {
    const done = await run([...words], [...options], to);
    expect([words, options, done]).toEqual([words, options, { code, out: "", said: expect.stringContaining(told) as string }]);
    expect(done.said).not.toContain("sesame");
  }
  expect(await config()).toBe(before);
  expect(await readdir(other)).toEqual(["agent.json"]);
}, 240_000);
