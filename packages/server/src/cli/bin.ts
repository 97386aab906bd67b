#!/usr/bin/env node
import { homedir } from "node:os";
import { readCliSettings } from "./command-context.ts";
import { runCli } from "./run-cli.ts";
import { processTerminal } from "./terminal.ts";

// `countersign list | head` closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

// Imported only by `start`; the other commands do not need the server's modules.
process.exitCode = await runCli(
  process.argv.slice(2),
  processTerminal(),
  async (options) => {
    const { endAfterFault, startServer } = await import("../main.ts");
    // Node would print the error with all its properties.
    process.on("uncaughtException", endAfterFault);
    return startServer(options);
  },
  readCliSettings(process.env, homedir()),
);
