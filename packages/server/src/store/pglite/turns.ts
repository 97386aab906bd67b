const LONGEST_WAIT_SECONDS = 30;

/**
 * One holder at a time, in the order of asking. Asking again while holding would wait for ever; it fails after half a
 * minute instead, with the likely cause.
 */
export class Turns {
  #isTaken = false;
  #isEnded = false;
  readonly #waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.#isEnded) throw new Error("the embedded database is closed");
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1);
        reject(
          new Error(
            `no turn on the embedded database within ${LONGEST_WAIT_SECONDS} s: is a statement run outside the transaction it waits in?`,
          ),
        );
      }, LONGEST_WAIT_SECONDS * 1000);
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(wake);
    });
  }

  /** The turn passes on without becoming free, so nobody slips in between. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** Waits for those who asked before; nobody gets a turn after. */
  async end(): Promise<void> {
    const last = this.take();
    this.#isEnded = true;
    await last;
  }
}
