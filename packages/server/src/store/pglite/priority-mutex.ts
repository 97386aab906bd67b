/** `urgent`: heartbeats, endings and stops, which keep executions alive or end them. Never waits behind lists or sweeps. */
export type Purpose = "urgent" | "request";

/** Maximum wait of a request; after that it fails and the caller retries. */
const MAX_REQUEST_SECONDS = 30;
/** All waiters fail after this long without a release: a statement is stuck, or waits for one outside its transaction. */
const MAX_STILL_SECONDS = 60;

interface Waiter {
  wake(): void;
  refuse(error: Error): void;
  waitedSeconds: number;
}

/**
 * Mutex for the embedded database: urgent waiters first, the others in FIFO order. Seconds are counted while this process runs:
 * if the process gets no CPU time, nobody has waited, and the answer may have arrived.
 */
export class PriorityMutex {
  #isTaken = false;
  #isEnded = false;
  #stillSeconds = 0;
  #clock: NodeJS.Timeout | undefined;
  readonly #waiting: Record<Purpose, Waiter[]> = { urgent: [], request: [] };
  readonly #secondMs: number;

  constructor(secondMs = 1000) {
    this.#secondMs = secondMs;
  }

  async take(purpose: Purpose = "request"): Promise<void> {
    if (this.#isEnded) throw new Error("the embedded database is closed");
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    this.#clock ??= setInterval(() => this.#tick(), this.#secondMs).unref();
    await new Promise<void>((wake, refuse) => this.#waiting[purpose].push({ wake, refuse, waitedSeconds: 0 }));
  }

  /** Hands the mutex to the next waiter without freeing it, so that no newcomer can take it in between. */
  give(): void {
    this.#stillSeconds = 0;
    const next = this.#waiting.urgent.shift() ?? this.#waiting.request.shift();
    if (next) next.wake();
    else this.#isTaken = false;
    if (this.#waiting.urgent.length + this.#waiting.request.length > 0) return;
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  /** Waits for all current waiters; later attempts to take the mutex fail. */
  async end(): Promise<void> {
    const last = this.take();
    this.#isEnded = true;
    await last;
  }

  #tick(): void {
    this.#stillSeconds += 1;
    const isStill = this.#stillSeconds >= MAX_STILL_SECONDS;
    for (const purpose of ["urgent", "request"] as const) {
      const isOver = (one: Waiter): boolean => isStill || (purpose === "request" && one.waitedSeconds >= MAX_REQUEST_SECONDS);
      for (const one of this.#waiting[purpose]) one.waitedSeconds += 1;
      const over = this.#waiting[purpose].filter(isOver);
      this.#waiting[purpose] = this.#waiting[purpose].filter((one) => !isOver(one));
      for (const one of over)
        one.refuse(new Error(isStill ? STILL : `no turn on the embedded database within ${MAX_REQUEST_SECONDS} s`));
    }
  }
}

const STILL = `the embedded database gave no turn to anybody for ${MAX_STILL_SECONDS} s: is a statement run outside the transaction it waits in?`;
