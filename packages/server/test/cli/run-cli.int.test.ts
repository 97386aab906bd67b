import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_DATA_FOLDER } from "../../src/config.ts";
import { seedDemoFiles } from "../../src/cli/demo-files.ts";
import { readEdits } from "../../src/cli/read-edits.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { recordTerminal } from "./support/record-terminal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-cli-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: string[], terminal = recordTerminal(), token = "csu_secret") {
  const settings = { ...(token !== "" && { token }), configFolder: join(folder, "config") };
  const exitCode = await runCli(args, terminal, () => Promise.reject(new Error("no server is started here")), settings);
  return { exitCode, out: terminal.out, error: terminal.error };
}

/** A URL that nothing listens at: the port is this process's own, and it does not use it. */
const findDeadUrl = async (): Promise<string> => `http://127.0.0.1:${await findFreePort()}`;

/** A data folder whose server is not running. */
async function makeDataFolder(name: string): Promise<string> {
  const data = join(folder, name);
  await mkdir(data);
  const url = await findDeadUrl();
  const credentials = { url, mcpUrl: `${url}/mcp`, workspaceId: "w", agentKey: "csa_secret" };
  await writeFile(join(data, "agent.json"), JSON.stringify(credentials), { mode: 0o600 });
  return data;
}

test("help and version end with 0, a wrong call with 2", async () => {
  expect(await run(["--help"])).toMatchObject({ exitCode: 0, out: expect.stringContaining("audit") });
  expect(await run(["--version"])).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(await run(["lst"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("Did you mean list?") });
  expect(await run(["list", "--limit", "0"])).toMatchObject({ exitCode: 2 });
  expect(await run(["key", "create", "--kind", "robot", "--name", "x"])).toMatchObject({ exitCode: 2 });
  expect(await run(["start", "--port", "70000"])).toMatchObject({ exitCode: 2 });
});

test("an empty variable counts as unset", async () => {
  const started: object[] = [];
  process.env["DATABASE_URL"] = "";
  process.env["COUNTERSIGN_CONFIG"] = "";
  process.env["COUNTERSIGN_DATA"] = "";
  try {
    const start = (options: object) => (started.push(options), Promise.reject(new Error("seen")));
    await runCli(["start"], recordTerminal(), start, { configFolder: folder });
  } finally {
    for (const name of ["DATABASE_URL", "COUNTERSIGN_CONFIG", "COUNTERSIGN_DATA"]) delete process.env[name];
  }
  expect(started).toEqual([{ dataFolder: resolve(DEFAULT_DATA_FOLDER) }]);
});

test("a folder without credentials is named, with what to do", async () => {
  expect(await run(["list", "--data", join(folder, "nothing")])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("countersign start"),
  });
});

test("a server that does not answer ends with 3, and no key is printed", async () => {
  const data = await makeDataFolder("unreachable");
  const ended = await run(["list", "--data", data]);
  expect(ended).toMatchObject({ exitCode: 3, out: "", error: expect.stringContaining("ECONNREFUSED") });
  expect(ended.error).not.toContain("secret");
});

test("G6 approving where nobody can be asked is refused unless --yes says so", async () => {
  const data = await makeDataFolder("nobody");
  expect(await run(["approve", "abcd", "--data", data])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--yes"),
  });
});

test("a start that fails is one sentence, not a stack", async () => {
  const ended = await run(["start", "--data", join(folder, "start"), "--json"]);
  expect(ended).toMatchObject({ exitCode: 1, out: "" });
  expect(ended.error).toMatch(/^The server did not start: no server is started here\n/);
});

test("audit verify does not make a database where there is none", async () => {
  const data = await makeDataFolder("no-database");
  expect(await run(["audit", "verify", "--data", data])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--database"),
  });
});

test("audit verify --file reads a saved export and fails on one that is not whole", async () => {
  const path = join(folder, "export.ndjson");
  await writeFile(path, "");
  expect(await run(["audit", "verify", "--file", path])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("0 events"),
  });
  await writeFile(path, '{"seq":1}\n');
  expect(await run(["audit", "verify", "--file", path])).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("1 fault"),
  });
  expect(await run(["audit", "verify", "--file", join(folder, "absent")])).toMatchObject({ exitCode: 3 });
});

test("doctor names each fault with its fix", async () => {
  const data = await makeDataFolder("doctor");
  await chmod(join(data, "agent.json"), 0o644);
  const { exitCode, out } = await run(["doctor", "--data", data]);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^ok {4}Node/m);
  expect(out).toContain(`chmod 600 ${join(data, "agent.json")}`);
  expect(out).toMatch(/^fault Server .*ECONNREFUSED/m);
  expect(out).not.toContain("secret");
});

test("edits are strict JSON; a pair goes over the file", async () => {
  const path = join(folder, "edits.json");
  await writeFile(path, '{"path": "a.md", "count": 1}');
  expect(await readEdits(path, ["count=2", 'note="x=y"'])).toEqual({ path: "a.md", count: 2, note: "x=y" });
  expect(await readEdits(undefined, [])).toBeUndefined();
  const odd = await readEdits(undefined, ['__proto__={"a":1}']);
  expect(Object.keys(odd ?? {})).toEqual(["__proto__"]);
  await expect(readEdits(undefined, ["path=a.md"])).rejects.toMatchObject({ exitCode: 2 });
  await expect(readEdits(undefined, ['path={"a":1,"a":2}'])).rejects.toMatchObject({
    message: expect.stringContaining("given twice"),
  });
  await expect(readEdits(undefined, ["no pair"])).rejects.toMatchObject({ exitCode: 2 });
});

test("sample files are written where absent, kept where changed, written anew on request", async () => {
  const files = join(folder, "files");
  expect((await seedDemoFiles(files, false)).written).toHaveLength(7);
  expect(await seedDemoFiles(files, false)).toEqual({ written: [], changed: [] });
  await writeFile(join(files, "pricing.md"), "mine\n");
  expect(await seedDemoFiles(files, false)).toEqual({ written: [], changed: ["pricing.md"] });
  expect(await readFile(join(files, "pricing.md"), "utf8")).toBe("mine\n");
  expect((await seedDemoFiles(files, true)).written).toEqual(["pricing.md"]);
});
