import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nameOfCommand } from "../../src/client-import/name-of-command.ts";
import { planImport } from "../../src/client-import/plan-import.ts";
import { registerCommand, type RegisterOptions } from "../../src/client-import/register-command.ts";
import { parseConfigFile } from "../../src/config-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-register-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (): string => join(folder, "countersign.yaml");
const text = (): Promise<string> => readFile(file(), "utf8");
const register = (args: string[], more: Partial<RegisterOptions> = {}) =>
  registerCommand({
    command: "npx",
    args,
    env: {},
    folder: "/srv/shop",
    name: undefined,
    trust: "untrusted",
    dataFolder: folder,
    defaultFolder: "/home/ada/.countersign",
    configFile: file(),
    ownUrl: "http://127.0.0.1:7420/mcp",
    isServed: async () => false,
    ...more,
  });
const read = async () => parseConfigFile(await text(), file(), { HOME: "/other" }).upstreams;

test("G54 the same command finds its entry, whatever was changed in how the gate treats it; another one gets a number", async () => {
  const files = ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "."];
  expect(await register(files)).toMatchObject({ name: "filesystem", isPresent: false });
  await writeFile(file(), (await text()).replace("trust: untrusted", "trust: trusted\n    enabled: false"));
  const before = await text();
  expect(await register(files)).toMatchObject({ name: "filesystem", isPresent: true, isEnabled: false, trust: "trusted" });
  expect(await text()).toBe(before);
  expect(await register(files, { folder: "/srv/other" })).toMatchObject({ name: "filesystem-2", takenName: "filesystem" });
  expect(await register(files, { env: { TOKEN: "t" } })).toMatchObject({ name: "filesystem-3" });
  expect(await register(["other"], { isServed: async (name) => name === "other" })).toMatchObject({ name: "other-2" });
  await expect(register(["x"], { name: "filesystem" })).rejects.toThrow(
    "Countersign already has a different server named filesystem",
  );
  expect((await read()).map(({ name }) => name)).toEqual(["filesystem", "filesystem-2", "filesystem-3", "other-2"]);
});

test("G54 programs that register at once add one entry each, and one for the same command", async () => {
  await writeFile(file(), "# Ours.\nupstreams:\n  a: { url: https://a.example/mcp }\n");
  const all = Array.from({ length: 12 }, (_, n) => register([`tool-${n % 6}`]));
  const names = (await Promise.all(all)).map(({ name }) => name);
  expect(new Set(names).size).toBe(6);
  expect((await read()).map(({ name }) => name).sort()).toEqual(["a", ...new Set(names)].sort());
  expect(await text()).toContain("# Ours.");
  expect(await readdir(folder)).toEqual(["countersign.yaml"]);
});

test("G54 what a program left that was killed half way neither spoils the file nor keeps it", async () => {
  await register(["one"]);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(`${file()}.lock`, `${pid} 0123456789abcdef`);
  await writeFile(`${file()}.${pid}-00000000.new`, "upstreams: [");
  await Promise.all([register(["two"]), register(["three"])]);
  expect((await read()).map(({ name }) => name).sort()).toEqual(["one", "three", "two"]);
  expect((await readdir(folder)).filter((name) => name.includes("lock"))).toEqual([]);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test("G54 hostile words are words: nothing in them is YAML or a reference", async () => {
  const args = ["${HOME}", "$${x}", "*a", "&b", "- c: d", "'\"\n", "#", "yes", "\u202e", "!!js", "{", "%", "a: b"];
  await register(args, { name: "constructor", env: { A: "${HOME}" }, folder: "/srv/${HOME}" });
  const [one] = await read();
  expect(one).toMatchObject({ name: "constructor", target: { args, cwd: "/srv/${HOME}", env: { A: "${HOME}" } } });
  expect(await register(args, { name: "constructor", env: { A: "${HOME}" }, folder: "/srv/${HOME}" })).toMatchObject({
    isPresent: true,
  });
});

test("a file that is not understood, or that may not be written, is left as it is", async () => {
  await writeFile(file(), "upstreams: [");
  await expect(register(["one"])).rejects.toThrow("has errors; fix them first");
  expect(await text()).toBe("upstreams: [");
  await mkdir(join(folder, "taken"));
  await expect(register(["one"], { configFile: join(folder, "taken") })).rejects.toThrow("cannot be read (EISDIR)");
});

test.each([
  ["npx", ["-y", "@modelcontextprotocol/server-filesystem@1.2.3", "."], "filesystem"],
  ["npx", ["-y", "-p", "left", "mcp-server-git"], "git"],
  ["uvx", ["--from", "pkg", "mcp-server-time"], "time"],
  ["uv", ["run", "weather.py"], "weather"],
  ["node", ["/opt/notes/dist/index.js"], "notes"],
  ["docker", ["run", "-i", "--rm", "-e", "TOKEN", "ghcr.io/github/github-mcp-server:1"], "github"],
  ["/usr/local/bin/my tool", [], "my-tool"],
  ["C:\\tools\\notes.exe", [], "notes"],
  ["npx", ["-y"], "npx"],
  ["node", ["../.."], "node"],
  ["\u{1f600}", [], "server"],
])("a name is made from the command: %s %j", (command, args, name) => expect(nameOfCommand(command, args)).toBe(name));

test("G51 an import leaves a wrapped server as it is", () => {
  const entry = { command: "node", args: ["/opt/countersign/bin/countersign.mjs", "wrap", "--", "npx", "-y", "x"] };
  const own = { program: "/opt/countersign/bin/countersign.mjs", dataFolder: "/d", defaultFolder: "/d", url: undefined };
  const plan = planImport([["x", entry]], { path: "/srv/.mcp.json", present: {}, trust: "untrusted", replaces: false, own });
  expect(plan).toMatchObject({
    gated: [],
    outdated: [],
    ownName: undefined,
    left: [{ why: "it is already a Countersign server" }],
  });
});
