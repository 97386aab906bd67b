import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { COMMAND_LINE } from "../command-line.ts";
import { findConfigFile } from "../config-file.ts";
import { readClientSettings, replaceServers } from "./client-settings.ts";
import { ImportFault } from "./import-fault.ts";
import { planImport, type ImportPlan } from "./plan-import.ts";
import { addUpstreamEntries, readUpstreamEntries } from "./upstreams-file.ts";

export { ImportFault } from "./import-fault.ts";
export type { ImportPlan } from "./plan-import.ts";

export interface ImportOptions {
  /** The client's settings file. */
  path: string;
  dataFolder: string;
  /** Path of `countersign.yaml`, if it is neither in the data folder nor beside it. */
  configFile: string | undefined;
  trust: "trusted" | "untrusted";
  /** Address of Countersign's MCP endpoint, if it is known. */
  ownUrl: string | undefined;
}

/** An import that is ready to be written. */
export interface PreparedImport extends ImportPlan {
  /** Path of `countersign.yaml`. */
  configFile: string;
  /** The client's settings as they are to be: with Countersign in place of the servers behind the gate. */
  clientSettings: string;
  /** Adds the servers to `countersign.yaml`. */
  writeConfig(): Promise<void>;
  /** Replaces the client's settings. Returns the path of the copy of what they were. */
  writeClient(): Promise<string>;
}

const COPY = ".before-countersign";

/**
 * Prepares to put the servers of a client's settings behind the gate. Nothing is written yet. Throws an `ImportFault` if a file
 * cannot be read, and a `ConfigFault` if it is not clear which `countersign.yaml` is meant.
 */
export async function prepareImport(options: ImportOptions): Promise<PreparedImport> {
  const path = resolve(options.path);
  const settings = await readText(path);
  if (settings === undefined) throw new ImportFault(`There is no file ${path}.`);
  const { place, servers } = readClientSettings(settings, path);
  const dataFolder = resolve(options.dataFolder);
  const configFile = (await findConfigFile(options.configFile, dataFolder)) ?? join(dataFolder, "countersign.yaml");
  const config = (await readText(configFile)) ?? "";
  const present = readUpstreamEntries(config, configFile);
  const [command, program] = COMMAND_LINE;
  // Address and key are in the data folder, so the client's file holds no secret.
  const own = { command, args: [program, "mcp", "--stdio", "--data", dataFolder] };
  const plan = planImport(servers, { ...options, path, present, ownCommand: [command, ...own.args] });
  const entries = new Map(plan.gated.map(({ name, upstream }) => [name, upstream]));
  const nextConfig = addUpstreamEntries(config, entries);
  const isTaken = servers.some(([name]) => name === "countersign");
  const clientSettings = replaceServers(settings, place, {
    without: plan.gated.map(({ from }) => from),
    add:
      plan.ownName === undefined
        ? [[isTaken ? "countersign-gate" : "countersign", place.at(-1) === "servers" ? { type: "stdio", ...own } : own]]
        : [],
  });
  return {
    ...plan,
    configFile,
    clientSettings,
    async writeConfig() {
      await refuseChanged(configFile, config);
      await mkdir(dirname(configFile), { recursive: true, mode: 0o700 });
      await replaceFile(configFile, nextConfig);
    },
    async writeClient() {
      await refuseChanged(path, settings);
      await copyFile(path, path + COPY);
      await replaceFile(path, clientSettings);
      return path + COPY;
    },
  };
}

/** Somebody may have written the file since it was read, for instance while a person was asked. */
async function refuseChanged(path: string, text: string): Promise<void> {
  if (((await readText(path)) ?? "") !== text) throw new ImportFault(`${path} was changed meanwhile; it is left as it is`);
}

/** Replaces a file as a whole, so that nobody reads half of it. A new one may hold secrets, so only its owner reads it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const real = await realpath(path).catch(() => path);
  const mode = await stat(real).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const next = `${real}.${process.pid}.new`;
  await writeFile(next, text, { mode: 0o600 });
  await chmod(next, mode);
  await rename(next, real);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new ImportFault(`${path} can not be read (${code ?? "unknown"}).`);
  }
}
