import { CommanderError } from "commander";
import { CliFault, EXIT, type ExitCode } from "./exit.ts";
import type { CliSettings } from "./command-context.ts";
import { createPaint } from "./paint.ts";
import { buildProgram } from "./program.ts";
import type { StartServer } from "./server-port.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line; faults that were expected become a sentence on stderr, anything else is a bug and is thrown. */
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
    // Commander has written its message or the help already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!(error instanceof CliFault)) throw error;
    terminal.writeError(`${error.message}\n`);
    if (error.hint !== undefined) terminal.writeError(`${error.hint}\n`);
    return error.exitCode;
  }
}
