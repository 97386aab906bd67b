const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** What a shell reports for a program that was interrupted. */
const FORCED_EXIT = 130;
/** `npm start` passes Ctrl-C on although the terminal has sent it already, so one key press arrives twice. */
const SAME_PRESS_MS = 500;

/** Resolves with the first Ctrl-C or SIGTERM; a second one ends the process without waiting for anything. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const onSignal = (): void => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_PRESS_MS) process.exit(FORCED_EXIT);
      askedAt ??= performance.now();
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}
