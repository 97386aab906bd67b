import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "./config.ts";

/** Absolute path for client settings: a command found by name could be another program. Two words: Node.js and the program. */
export const COMMAND_LINE: readonly [string, string] = [
  process.execPath,
  fileURLToPath(new URL("../bin/countersign.mjs", import.meta.url)),
];

/** The command line of `countersign import` for a server with these settings, without the client's file. */
export const importCommandOf = ({ dataFolder, configFile }: Pick<Config, "dataFolder" | "configFile">): string[] => [
  ...COMMAND_LINE,
  "import",
  "--data",
  resolve(dataFolder),
  ...(configFile === undefined ? [] : ["--config", resolve(configFile)]),
];
