import { fileURLToPath } from "node:url";

/** Absolute path for client settings: a command found by name could be another program. Two words: Node.js and the program. */
export const COMMAND_LINE: readonly [string, string] = [
  process.execPath,
  fileURLToPath(new URL("../bin/countersign.mjs", import.meta.url)),
];
