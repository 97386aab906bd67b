import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Action } from "@countersign/protocol";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { startServer, type StartedServer } from "../../src/main.ts";
import { recordTerminal } from "../cli/support/record-terminal.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { until } from "../support/until.ts";

const BIN = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));
const FILESYSTEM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));

let folder: string;
let data: string;
let file: string;
let server: StartedServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-import-"));
  [data, file] = [join(folder, "data"), join(folder, "mcp.json")];
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = async (args: string[], terminal = recordTerminal()) => {
  const settings = { configFolder: join(folder, "config") };
  const never = () => Promise.reject(new Error("no server is started here"));
  const exitCode = await runCli(["import", file, "--data", data, ...args], terminal, never, settings);
  return { exitCode, out: terminal.out, error: terminal.error };
};
const read = (path: string): Promise<string> => readFile(path, "utf8");
const config = (): Promise<string> => read(join(data, "countersign.yaml"));

const ONE = { mcpServers: { hub: { url: "https://hub.example/mcp", headers: { "X-Key": "sesame-open-123" } } } };

test("G51 a local server goes behind the gate of the running server by one command, and the client has it only there", async () => {
  await mkdir(join(folder, "notes"));
  await writeFile(file, JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [FILESYSTEM, "notes"] } } }));
  await layDatabase(data);
  server = await startServer({ dataFolder: data, port: 0 });
  expect(await run(["--trust", "--write", "--yes"])).toMatchObject({ exitCode: 0, error: "" });

  const { mcpServers } = JSON.parse(await read(file)) as { mcpServers: Record<string, { command: string; args: string[] }> };
  expect(Object.keys(mcpServers)).toEqual(["countersign"]);
  const [, ...args] = mcpServers["countersign"]?.args ?? [];
  const client = new Client({ name: "import", version: "1" });
  // The program from its sources; the client's file names the built one.
  const tsx = ["--import", "tsx", "--conditions=@countersign/source", BIN];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...tsx, ...args] }));
  const listed = () => client.listTools().then(({ tools }) => tools.map(({ name }) => name));
  await until(async () => (await listed()).includes("notes_write_file"));
  const writing = client.callTool({ name: "notes_write_file", arguments: { path: "a.md", content: "Milk" } });

  const { token } = await openAdministrator(server.credentials.url, server.signInUrl ?? "");
  const asPerson = (path: string, init: RequestInit = {}) =>
    fetch(`${server?.credentials.url}/api/pending-actions${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
  const waiting = await until(
    async () => ((await (await asPerson("?status=pending")).json()) as { items: Action[] }).items[0],
    (action) => action !== undefined,
  );
  expect(await readdir(join(folder, "notes"))).toEqual([]);
  await asPerson(`/${waiting?.id}/approve`, { method: "POST", body: JSON.stringify({ digest: waiting?.digest }) });
  await writing;
  expect(await read(join(folder, "notes/a.md"))).toBe("Milk");
  await client.close();
}, 240_000);

test("G51 without --write the client's file stays, and what to change in it is printed, without its secrets", async () => {
  const secret = { command: "server", env: { TOKEN: "sesame-1" }, disabled: true };
  await writeFile(file, JSON.stringify({ mcpServers: { ...ONE.mcpServers, off: secret } }));
  const { exitCode, out } = await run(["--yes"]);
  expect(exitCode).toBe(0);
  expect(out).toContain("  hub: https://hub.example, with X-Key\n");
  expect(out).toContain("  off: it is disabled in the client\n");
  expect(out).toContain("Every call to their tools requires approval");
  expect(out).toContain("remove hub,");
  expect(out).not.toContain("sesame");
  const printed = JSON.parse(`{${out.slice(out.indexOf('\n"countersign"'))}}`) as object;
  expect(printed).toEqual({ countersign: expect.objectContaining({ command: process.execPath }) as object });
  expect(JSON.parse(await read(file))).toEqual({ mcpServers: { ...ONE.mcpServers, off: secret } });
  expect(await config()).toContain("X-Key: sesame-open-123");
  expect((await stat(join(data, "countersign.yaml"))).mode & 0o777).toBe(0o600);
});

test("G51 the copy of the former settings is in the data folder, one for each time, whatever lies beside the client's file", async () => {
  const text = JSON.stringify(ONE);
  await writeFile(join(folder, "victim"), "mine");
  await symlink(join(folder, "victim"), `${file}.before-countersign`);
  for (const n of [1, 2]) {
    await writeFile(file, text);
    const { out, error } = await run(["--yes", "--write"]);
    expect(out + error).not.toContain("sesame");
    expect(await read(file)).not.toContain("sesame");
    const copy = join(data, "imported", `${n}-mcp.json`);
    expect(out).toContain(copy);
    expect(await read(copy)).toBe(text);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
  }
  expect(await read(join(folder, "victim"))).toBe("mine");
});

test("nothing is written before a person says yes", async () => {
  await writeFile(file, JSON.stringify(ONE));
  expect(await run(["--write"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("Add --yes") as string });
  const terminal = recordTerminal(["n"]);
  expect(await run(["--write"], terminal)).toMatchObject({ exitCode: 1 });
  expect(terminal.out).toContain("hub: https://hub.example, with X-Key");
  expect(await readdir(folder)).toEqual(["mcp.json"]);
  expect(await run(["--write"], recordTerminal(["y"]))).toMatchObject({ exitCode: 0 });
  expect(await config()).toContain("hub");
});

test("a second import changes nothing and says so; after one without --write, it changes the client's file", async () => {
  await writeFile(file, JSON.stringify(ONE));
  await run(["--yes"]);
  const before = await config();
  expect(await run(["--yes", "--write"])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("hub: https://hub.example, with X-Key (already there)") as string,
  });
  const settings = await read(file);
  expect(Object.keys((JSON.parse(settings) as typeof ONE).mcpServers)).toEqual(["countersign"]);
  expect(await run(["--yes", "--write"])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("no servers to import") as string,
  });
  expect([await read(file), await config()]).toEqual([settings, before]);
});

test("G51 a file that somebody changed while a person was asked is left as it is", async () => {
  await writeFile(file, JSON.stringify(ONE));
  await mkdir(data);
  const other = "upstreams: { other: { url: https://other.example/mcp } }\n";
  const terminal = recordTerminal(["y"]);
  const ask = terminal.ask.bind(terminal);
  terminal.ask = async (question) => {
    await writeFile(join(data, "countersign.yaml"), other);
    return ask(question);
  };
  expect(await run(["--write"], terminal)).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("was changed in the meantime") as string,
  });
  expect([await config(), JSON.parse(await read(file))]).toEqual([other, ONE]);
});

test("files that are missing or that nobody can understand are named", async () => {
  expect(await run([])).toMatchObject({ exitCode: 2, error: expect.stringContaining(`There is no file ${file}`) as string });
  await writeFile(file, "{}");
  expect(await run([])).toMatchObject({ exitCode: 2, error: expect.stringContaining("contains no MCP servers") as string });
  await writeFile(file, JSON.stringify(ONE));
  await mkdir(data);
  await writeFile(join(data, "countersign.yaml"), "upstreams: [");
  expect(await run(["--yes"])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("has errors; fix them first") as string,
  });
  const alias = "x: &u { a: { url: https://a.example } }\nupstreams: *u\n";
  await writeFile(join(data, "countersign.yaml"), alias);
  expect((await run(["--yes"])).exitCode).toBe(2);
  expect(await config()).toBe(alias);
  await writeFile(file, Buffer.from([0x7b, 0xe9, 0x7d]));
  expect(await run(["--yes"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("not text in UTF-8") as string });
  await writeFile(file, JSON.stringify(ONE));
  await writeFile(join(folder, "countersign.yaml"), "");
  expect(await run(["--yes"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("there are two") as string });
});

test("the client's file keeps who may read it", async () => {
  await writeFile(file, JSON.stringify(ONE));
  await chmod(file, 0o640);
  await run(["--yes", "--write"]);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});
