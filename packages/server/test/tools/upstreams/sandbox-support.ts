import { fileURLToPath } from "node:url";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSandbox } from "../../../src/open-sandbox.ts";
import { findBubblewrap } from "../../../src/tools/upstreams/find-bubblewrap.ts";
import type { SandboxSetting, StdioTarget } from "../../../src/tools/upstreams/stdio-target.ts";
import type { SupervisedUpstream } from "../../../src/tools/upstreams/supervised-upstream.ts";
import type { UpstreamTarget } from "../../../src/tools/upstreams/upstream-spec.ts";
import { call, tempFolder, textOf } from "./support.ts";

export const NOSY_SERVER = fileURLToPath(new URL("nosy-server.mjs", import.meta.url));

/** What this machine has. Tests check the promise for it: that commands are confined, or that they are said to be not. */
export const found = await findBubblewrap(process.env);
export const hasSandbox = found.status === "active";

/** A data folder with a key, a database and agents' files, and the settings beside it. */
export async function makePlaces() {
  const root = await tempFolder();
  const dataFolder = join(root, "data");
  const signIns = join(root, "sign-ins");
  const settings = join(root, "countersign.yaml");
  for (const folder of ["data/database", "data/files", "sign-ins", "work"])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(dataFolder, "secret"), "the signing secret");
  await writeFile(join(dataFolder, "database", "page"), "the approved action");
  await writeFile(join(dataFolder, "files", "note"), "a note");
  await writeFile(join(signIns, "sign-in.json"), "the token");
  await writeFile(settings, "the settings");
  const config = { dataFolder, configFile: settings, signInFolder: signIns };
  const sandbox = await openSandbox({ config, env: process.env, file: undefined, configured: [], log: () => undefined });
  return { root, dataFolder, signIns, settings, work: join(root, "work"), sandbox };
}

export const nosy = (cwd: string, args: string[] = [], more: Partial<StdioTarget> = {}): UpstreamTarget => ({
  transport: "stdio",
  command: process.execPath,
  args: [NOSY_SERVER, ...args],
  env: { PATH: process.env["PATH"] ?? "" },
  cwd,
  ...more,
});

export const setting = (more: Partial<SandboxSetting> = {}): SandboxSetting => ({
  mode: "required",
  isReadOnly: false,
  hasNetwork: true,
  writable: [],
  ...more,
});

/** Runs a shell command in the server. */
export async function runIn(upstream: SupervisedUpstream, script: string) {
  return JSON.parse(textOf(await call(upstream, "run", { script }))) as { status: number; stdout: string; stderr: string };
}
