import { accessSync, constants } from "node:fs";
import { dirname, relative } from "node:path";
import { configFilePlaces } from "./config-file.ts";
import type { Config } from "./config.ts";
import { isOwnName } from "./data-folder.ts";
import type { ConfigText } from "./follow-config-file.ts";
import type { Log } from "./ports/log.ts";
import { createCommandSandbox, type CommandSandbox } from "./tools/upstreams/command-sandbox.ts";
import type { FileUpstream } from "./tools/upstreams/create-upstreams.ts";
import { findBubblewrap } from "./tools/upstreams/find-bubblewrap.ts";

export interface OpenSandboxOptions {
  config: Pick<Config, "dataFolder" | "configFile" | "signInFolder">;
  env: { readonly PATH?: string };
  /** The configuration file, and its upstreams. */
  file: ConfigText | undefined;
  configured: readonly FileUpstream[];
  log: Log;
}

/** The sandbox for commands, from which everything is hidden that signs in, signs, encrypts or decides. Logs what it does not keep. */
export async function openSandbox({ config, env, file, configured, log }: OpenSandboxOptions): Promise<CommandSandbox> {
  const { dataFolder, configFile, signInFolder } = config;
  const sandbox = createCommandSandbox(await findBubblewrap(env), {
    dataFolder,
    isOwn: isOwnName,
    folders: [signInFolder],
    files: configFilePlaces(configFile, dataFolder),
  });
  const commands = configured.filter(({ target }) => target.transport === "stdio" && target.sandbox?.mode !== "off");
  const upstreams = commands.map(({ name }) => name);
  if (upstreams.length > 0 && sandbox.lack !== undefined)
    log("warn", `commands of MCP servers run without a sandbox: ${sandbox.lack}`, { upstreams });
  if (upstreams.length > 0 && sandbox.lack === undefined && file && isExposed(file.path, dataFolder))
    log(
      "warn",
      "commands of MCP servers can read and change countersign.yaml once it was replaced: move it into the data folder",
      {
        path: file.path,
      },
    );
  return sandbox;
}

/** A mount over a file ends when another file takes its name; one over the data folder does not. */
function isExposed(path: string, dataFolder: string): boolean {
  if (!relative(dataFolder, path).startsWith("..")) return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
