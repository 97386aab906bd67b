import { mkdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { COMMAND_LINE } from "../command-line.ts";
import { findConfigFile } from "../config-file.ts";
import { readClientSettings, readOthers, readServers, replaceServers } from "./client-settings.ts";
import { ImportFault } from "./import-fault.ts";
import { planImport, type ImportPlan } from "./plan-import.ts";
import { codeOf, readText, refuseChanged, replaceFile, withFileLock } from "./settings-files.ts";
import { addToConfig, mustHold, readUpstreamEntries, removeFromConfig } from "./upstreams-file.ts";

export { ImportFault } from "./import-fault.ts";
export type { ImportPlan } from "./plan-import.ts";

export interface ImportOptions {
  /** The client's settings file. */
  path: string;
  dataFolder: string;
  /** The data folder of a command line that names none. */
  defaultFolder: string;
  /** Path of `countersign.yaml`, as given by `--config`; undefined: it is in the data folder or beside it. */
  configFile: string | undefined;
  trust: "trusted" | "untrusted";
  /** Address of Countersign's MCP endpoint, if it is known. */
  ownUrl: string | undefined;
}

/** The servers of a client's settings, and what becomes of both files. */
export interface PlannedSettings extends ImportPlan {
  /** Path of `countersign.yaml`. */
  configFile: string;
  /** Other places of the settings that name servers, which were not read. */
  elsewhere: readonly string[];
  /** What the client's settings get in place of the servers behind the gate; undefined if they have it already. */
  added: { name: string; entry: object } | undefined;
  /** The client's settings with it. */
  nextSettings: string;
  /** Adds the servers to `countersign.yaml`. */
  writeConfig(commit?: Commit): Promise<void>;
}

/** Writes the file together with something else, once the file is locked and known to be unchanged. */
export type Commit = (write: () => Promise<void>) => Promise<void>;
const alone: Commit = (write) => write();

/** An import that is ready to be written. */
export interface PreparedImport extends PlannedSettings {
  /** Changes the client's file. Returns the path, in the data folder, of a copy of its former content. */
  writeClient(): Promise<string>;
}

/**
 * Prepares to put the servers of a client's settings behind the gate. Nothing is written yet. Throws an `ImportFault` if a file
 * cannot be read or changed safely, and a `ConfigFault` if it is not clear which `countersign.yaml` is meant.
 */
export async function prepareImport(options: ImportOptions): Promise<PreparedImport> {
  const path = resolve(options.path);
  const settings = await readText(path);
  if (settings === undefined) throw new ImportFault(`There is no file ${path}.`);
  const planned = await planSettings(settings, { ...options, path, title: path, replaces: false });
  return {
    ...planned,
    async writeClient() {
      await refuseChanged(path, settings);
      const copy = await keepCopy(join(resolve(options.dataFolder), "imported"), basename(path), settings);
      await replaceFile(path, planned.nextSettings);
      return copy;
    },
  };
}

export interface SettingsOptions extends ImportOptions {
  /** What messages call the settings. */
  title: string;
  /** A server of `countersign.yaml` with the same name is replaced by that of the settings. */
  replaces: boolean;
}

/** Like `prepareImport`, for the text of a client's settings. `path` says only to which folder relative paths belong. */
export async function planSettings(settings: string, options: SettingsOptions): Promise<PlannedSettings> {
  const { path, title } = options;
  const { place, servers, elsewhere } = readClientSettings(settings, title);
  const dataFolder = resolve(options.dataFolder);
  const configFile = await configFileOf(options.configFile, dataFolder);
  const config = (await readText(configFile)) ?? "";
  const present = readUpstreamEntries(config, configFile);
  const [command, program] = COMMAND_LINE;
  const plan = planImport(servers, {
    ...options,
    path,
    present,
    own: { program, dataFolder, defaultFolder: options.defaultFolder, url: options.ownUrl },
  });
  const entries = new Map(
    plan.gated.flatMap(({ name, upstream, isPresent }) => (isPresent ? [] : [[name, upstream] as const])),
  );
  const nextConfig = addToConfig(config, configFile, entries);
  // Address and key are in the data folder, so the client's file holds no secret.
  const own = { command, args: [program, "mcp", "--stdio", "--data", dataFolder] };
  const entry = place.at(-1) === "servers" ? { type: "stdio", ...own } : own;
  const without = [...plan.gated.map(({ from }) => from), ...plan.outdated];
  const left = servers.filter(([name]) => !without.includes(name));
  const added = plan.ownName === undefined ? { name: freeName(left.map(([name]) => name)), entry } : undefined;
  const add: [string, object][] = added ? [[added.name, added.entry]] : [];
  const nextSettings = replaceServers(settings, place, { without, add });
  mustHold(isDeepStrictEqual(readServers(nextSettings, place), [...add, ...left]), title);
  mustHold(isDeepStrictEqual(readOthers(nextSettings, place), readOthers(settings, place)), title);
  return {
    ...plan,
    configFile,
    elsewhere,
    added,
    nextSettings,
    writeConfig: (commit = alone) =>
      withFileLock(configFile, async () => {
        await refuseChanged(configFile, config);
        if (nextConfig !== config) await commit(() => replaceFile(configFile, nextConfig));
      }),
  };
}

/** Takes a server out of `countersign.yaml`. Throws an `ImportFault` if the file does not have it or cannot be changed safely. */
export async function removeServer(
  options: Pick<ImportOptions, "dataFolder" | "configFile">,
  name: string,
  commit: Commit,
): Promise<void> {
  const configFile = await configFileOf(options.configFile, resolve(options.dataFolder));
  await withFileLock(configFile, async () => {
    const next = removeFromConfig((await readText(configFile)) ?? "", configFile, name);
    await commit(() => replaceFile(configFile, next));
  });
}

const configFileOf = async (given: string | undefined, dataFolder: string): Promise<string> =>
  (await findConfigFile(given, dataFolder)) ?? join(dataFolder, "countersign.yaml");

function freeName(taken: readonly string[]): string {
  const names = ["countersign", "countersign-gate", ...taken.map((_, n) => `countersign-${n + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? `countersign-${taken.length + 2}`;
}

/** Keeps a text, which may hold secrets, beside earlier ones. In the data folder, where neither an agent nor a commit finds it. */
async function keepCopy(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let n = 1; ; n += 1) {
    const copy = join(folder, `${n}-${name}`);
    try {
      await writeFile(copy, text, { mode: 0o600, flag: "wx" });
      return copy;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}
