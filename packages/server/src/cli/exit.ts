/** Exit codes of the process, listed in `docs/cli.md`. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a message on stderr, without a stack trace. External text must be rendered before it is included. */
export class CliFault extends Error {
  readonly exitCode: ExitCode;
  /** Advice for the person who called the command. */
  readonly hint: string | undefined;

  constructor(exitCode: ExitCode, message: string, hint?: string) {
    super(message);
    this.name = "CliFault";
    this.exitCode = exitCode;
    this.hint = hint;
  }
}
