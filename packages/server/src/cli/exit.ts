/** What the process ends with; `docs/cli.md` lists them. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a sentence on stderr instead of a stack. Both texts are ours; text from outside is rendered first. */
export class CliFault extends Error {
  readonly exitCode: ExitCode;
  /** What the person can do about it. */
  readonly hint: string | undefined;

  constructor(exitCode: ExitCode, message: string, hint?: string) {
    super(message);
    this.name = "CliFault";
    this.exitCode = exitCode;
    this.hint = hint;
  }
}
