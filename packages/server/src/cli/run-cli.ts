import { CommanderError } from "commander";
import { CliFault, EXIT, type ExitCode } from "./exit.ts";
import type { CliSettings } from "./command-context.ts";
import { createPaint } from "./paint.ts";
import { buildProgram } from "./program.ts";
import type { StartServer } from "./server-port.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line. Prints a `CliFault` to stderr; other errors are bugs and are thrown. */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  startServer: StartServer,
  settings: CliSettings,
): Promise<ExitCode> {
  const paint = createPaint(terminal.colour);
  try {
    await buildProgram({ terminal, paint, startServer, settings }).parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has already printed its message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!(error instanceof CliFault)) throw error;
    terminal.writeError(`${error.message}\n`);
    if (error.hint !== undefined) terminal.writeError(`${error.hint}\n`);
    return error.exitCode;
  }
}
