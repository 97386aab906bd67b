import { Option, type Command } from "commander";
import { DEFAULT_DATA_FOLDER, signInFolder } from "../config.ts";
import type { Paint } from "./paint.ts";
import type { StartServer } from "./server-port.ts";
import type { Terminal } from "./terminal.ts";

/** Passed to every command. */
export interface CommandContext {
  terminal: Terminal;
  paint: Paint;
  startServer: StartServer;
  settings: CliSettings;
}

/** The caller's settings from the environment. */
export interface CliSettings {
  /** COUNTERSIGN_TOKEN: a personal token, for scripts. */
  token?: string;
  /** Folder of this machine's sign-ins. */
  configFolder: string;
  /** All variables, for a command that hands some of them on. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Treats empty variables as unset, as in all settings; commander would use the empty value. */
export function ignoreEmptyVariable(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "env" || command.getOptionValue(name) !== "") continue;
    command.setOptionValueWithSource(name, option.defaultValue, "default");
  }
}

export const dataOption = (): Option =>
  new Option("--data <folder>", "the server's data folder")
    .env("COUNTERSIGN_DATA")
    .default(DEFAULT_DATA_FOLDER, "~/.countersign");

export const databaseOption = (): Option =>
  new Option("--database <url>", "a PostgreSQL server instead of the embedded database").env("DATABASE_URL");

export const configOption = (): Option =>
  new Option(
    "--config <file>",
    "countersign.yaml, which defines the gated MCP servers (default: in the data folder or beside it)",
  ).env("COUNTERSIGN_CONFIG");

export const KEY_VARIABLE = "COUNTERSIGN_AGENT_KEY";
export const agentKeyOption = (): Option =>
  new Option("--key <key>", "the agent key; use the variable to hide it from other programs (default: from agent.json)").env(
    KEY_VARIABLE,
  );

export const filesOption = (): Option =>
  new Option("--files <folder>", "root folder of the server's file tools (default: files/ in the data folder)").env(
    "COUNTERSIGN_FILES_ROOT",
  );

/** Reads the settings. An empty variable counts as unset. */
export function readCliSettings(env: Record<string, string | undefined>, home: string): CliSettings {
  const given = (name: string): string | undefined => env[name] || undefined;
  const token = given("COUNTERSIGN_TOKEN");
  return { ...(token !== undefined && { token }), configFolder: signInFolder(env, home), env };
}
