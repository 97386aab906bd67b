import { join, resolve } from "node:path";
import { upstreamName } from "@countersign/protocol";
import { COMMAND_LINE } from "../command-line.ts";
import { findConfigFile } from "../config-file.ts";
import { ImportFault } from "./import-fault.ts";
import { nameOfCommand } from "./name-of-command.ts";
import { isSameServer } from "./plan-import.ts";
import { readWords } from "./read-entry.ts";
import { readText, refuseChanged, replaceFile, withFileLock } from "./settings-files.ts";
import { addToConfig, readUpstreamEntries } from "./upstreams-file.ts";

export interface RegisterOptions {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Folder in which the command runs. */
  folder: string;
  /** Name in `countersign.yaml`; undefined: one that tells of the command, and is free. */
  name: string | undefined;
  trust: "trusted" | "untrusted";
  dataFolder: string;
  /** The data folder of a command line that names none. */
  defaultFolder: string;
  /** Path of `countersign.yaml`, as given by `--config`; undefined: it is in the data folder or beside it. */
  configFile: string | undefined;
  /** Address of Countersign's MCP endpoint. */
  ownUrl: string;
  /** Whether a server of this name is behind the gate already. Asked only of names that `countersign.yaml` does not have. */
  isServed(name: string): Promise<boolean>;
}

export interface RegisteredCommand {
  /** Name in `countersign.yaml`. */
  name: string;
  configFile: string;
  /** Nothing was written, because the entry was there. */
  isPresent: boolean;
  isEnabled: boolean;
  trust: "trusted" | "untrusted";
  /** What it runs, and with what, without values that may be secrets. */
  shown: string;
  /** A name that another server has, because of which this one has a number behind it. */
  takenName: string | undefined;
}

/**
 * Puts a command into `countersign.yaml`, as an import does, unless it is there. Programs that do so at once add one entry each,
 * and one for the same command. Throws an `ImportFault` if the file cannot be changed, or if another server has the given name.
 */
export async function registerCommand(options: RegisterOptions): Promise<RegisteredCommand> {
  if (options.name !== undefined && !upstreamName.safeParse(options.name).success)
    throw new ImportFault(
      "--name may contain letters, digits, _ and -, at most 40 characters, starting with a letter or digit.",
    );
  const dataFolder = resolve(options.dataFolder);
  const configFile = (await findConfigFile(options.configFile, dataFolder)) ?? join(dataFolder, "countersign.yaml");
  const [, program] = COMMAND_LINE;
  const own = { program, dataFolder, defaultFolder: options.defaultFolder, url: options.ownUrl };
  const wanted = options.name ?? nameOfCommand(options.command, options.args);
  const read = readWords(wanted, options, { trust: options.trust, own });
  if ("why" in read) throw new ImportFault(`This command cannot be gated: ${read.why}.`);
  const { upstream, shown } = read;
  const known = await findEntry(configFile, upstream, options.name);
  if (known) return { ...known, configFile, isPresent: true, shown, takenName: undefined };
  return withFileLock(configFile, async () => {
    const text = (await readText(configFile)) ?? "";
    const found = await findEntry(configFile, upstream, options.name);
    if (found) return { ...found, configFile, isPresent: true, shown, takenName: undefined };
    const taken = Object.keys(readUpstreamEntries(text, configFile));
    const isTaken = async (name: string): Promise<boolean> => taken.includes(name) || options.isServed(name);
    const name = options.name ?? (await freeName(wanted, isTaken));
    if (options.name !== undefined && (await isTaken(name)))
      throw new ImportFault(
        `Countersign already has a different server named ${name}, with another command, folder or variables.`,
        `Choose another --name, or change or remove ${name} in ${configFile}.`,
      );
    const next = addToConfig(text, configFile, new Map([[name, upstream]]));
    await refuseChanged(configFile, text);
    await replaceFile(configFile, next);
    const takenName = name === wanted ? undefined : wanted;
    return { name, configFile, isPresent: false, isEnabled: true, trust: options.trust, shown, takenName };
  });
}

type Found = Pick<RegisteredCommand, "name" | "isEnabled" | "trust">;

/** The entry of this command, under this name if one is given. */
async function findEntry(path: string, upstream: Record<string, unknown>, named?: string): Promise<Found | undefined> {
  const entries = Object.entries(readUpstreamEntries((await readText(path)) ?? "", path));
  const found = entries.find(([name, entry]) => (named === undefined || name === named) && isSameServer(entry, upstream));
  if (!found) return undefined;
  const { enabled, trust } = found[1] as { enabled?: unknown; trust?: unknown };
  return { name: found[0], isEnabled: enabled !== false, trust: trust === "trusted" ? "trusted" : "untrusted" };
}

const MAX_NAME = 40;

/** The name, or the first with a number behind it that is free. */
async function freeName(wanted: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? "" : `-${n}`;
    const name = `${wanted.slice(0, MAX_NAME - end.length)}${end}`;
    if (!(await isTaken(name))) return name;
  }
}
