import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { UpstreamServer } from "@countersign/protocol";
import { startServer } from "../../src/main.ts";
import { openSandbox } from "../../src/open-sandbox.ts";
import type { FileUpstream } from "../../src/tools/upstreams/create-upstreams.ts";
import { findBubblewrap } from "../../src/tools/upstreams/find-bubblewrap.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { found, NOSY_SERVER, setting } from "../tools/upstreams/sandbox-support.ts";
import { runNode, specOf } from "../tools/upstreams/support.ts";

const ADMIN_TOKEN = "admin-token-of-the-sandbox-test-0001";
const isLinux = process.platform === "linux";

/** A folder for `PATH` with a `bwrap` that is a shell script. */
async function withBubblewrap(script: string): Promise<string> {
  const folder = await tempFolder("bwrap");
  await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "bwrap"), 0o755);
  return folder;
}

async function logOf(PATH: string, configured: FileUpstream[], place = "data"): Promise<string[]> {
  const root = await tempFolder("sandbox");
  const logged: string[] = [];
  const config = { dataFolder: join(root, "data"), configFile: undefined, signInFolder: join(root, "none") };
  await mkdir(config.dataFolder);
  const file = { path: join(root, place, "countersign.yaml"), text: "" };
  const log = (level: string, message: string): void => void logged.push(`${level}: ${message}`);
  await openSandbox({ config, env: { PATH }, file, configured, log });
  return logged;
}

test("G57 a start says once that commands run without a sandbox, and why", async () => {
  const command = specOf(runNode("x"), { name: "notes" });
  const lack = isLinux ? "bubblewrap (bwrap) is not installed" : "only Linux has one";
  expect(await logOf("/nowhere", [command, command])).toEqual([`warn: commands of MCP servers run without a sandbox: ${lack}`]);
  const off = specOf({ ...runNode("x"), sandbox: setting({ mode: "off" }) } as typeof command.target);
  const http = specOf({ transport: "http", url: "http://x.example", headers: {}, allowPrivate: false });
  expect(await logOf("/nowhere", [off, http])).toEqual([]);
});

test("G57 a start says that commands may reach a configuration file outside of the data folder", async () => {
  const working = isLinux ? await withBubblewrap("exit 0") : "/nowhere";
  const command = specOf(runNode("x"));
  const expected = isLinux
    ? [expect.stringContaining("move it into the data folder")]
    : [expect.stringContaining("only Linux")];
  expect(await logOf(working, [command], ".")).toEqual(expected);
  if (isLinux) expect(await logOf(working, [command])).toEqual([]);
});

test("G57 bubblewrap is tried once: one that is refused by the machine is none, with what it said", async () => {
  if (!isLinux) return expect(await findBubblewrap({ PATH: "/nowhere" })).toEqual({ status: "not-supported" });
  expect(await findBubblewrap({ PATH: "/nowhere" })).toEqual({ status: "not-installed" });
  const refused = await withBubblewrap("echo 'bwrap: No permissions to create new namespace' >&2; exit 1");
  expect(await findBubblewrap({ PATH: `${refused}:/usr/bin:/bin` })).toEqual({
    status: "failed",
    detail: "No permissions to create new namespace",
  });
  expect(await findBubblewrap({ PATH: await withBubblewrap("exit 3") })).toEqual({
    status: "failed",
    detail: "ended with exit code 3",
  });
});

test("G57 a server tells administrators of each command whether it runs in a sandbox", async () => {
  const dataFolder = await tempFolder("sandbox");
  const entry = { command: process.execPath, args: [NOSY_SERVER] };
  const upstreams = { notes: entry, free: { ...entry, sandbox: "off" }, strict: { ...entry, sandbox: { network: "off" } } };
  await writeFile(join(dataFolder, "countersign.yaml"), JSON.stringify({ upstreams }));
  const before = process.env["COUNTERSIGN_ADMIN_TOKEN"];
  process.env["COUNTERSIGN_ADMIN_TOKEN"] = ADMIN_TOKEN;
  const server = await startServer({ dataFolder, port: 0 });
  try {
    const list = async (): Promise<UpstreamServer[]> => {
      const response = await fetch(`${server.credentials.url}/api/upstreams`, {
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
      });
      return ((await response.json()) as { items: UpstreamServer[] }).items;
    };
    const listed = await until(list, (all) => all.length === 3 && all.every(({ status }) => status !== "starting"));
    const sandboxOf = (name: string) => listed.find((each) => each.name === name);
    expect(sandboxOf("notes")).toMatchObject({ status: "online", sandbox: { status: found.status } });
    expect(sandboxOf("free")).toMatchObject({ status: "online", sandbox: { status: "off" } });
    expect(sandboxOf("strict")).toMatchObject(
      found.status === "active"
        ? { status: "online", sandbox: { status: "active", hasNetwork: false } }
        : { status: "offline", problem: expect.stringContaining("requires a sandbox") },
    );
  } finally {
    await server.close();
    if (before === undefined) delete process.env["COUNTERSIGN_ADMIN_TOKEN"];
    else process.env["COUNTERSIGN_ADMIN_TOKEN"] = before;
  }
});
