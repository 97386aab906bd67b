const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Conventional exit code of an interrupted program. */
const FORCED_EXIT = 130;
/** Milliseconds. `npm start` forwards a Ctrl-C that the terminal has already sent, so one key press arrives twice. */
const SAME_PRESS_MS = 500;

/** Resolves on the first SIGINT or SIGTERM. A second one exits at once. */
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
