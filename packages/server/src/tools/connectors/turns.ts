/** Lets so many at once in and so many wait; who comes after these is told no. */
export class Turns {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs the task in its turn and gives the turn on, however it ends. `undefined`: too many wait. Throws the signal's reason when it stops waiting. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    signal?.throwIfAborted();
    if (this.#taken < this.#most) this.#taken += 1;
    else if (this.#waiting.size < this.#mostWaiting) await this.#wait(signal);
    else return undefined;
    try {
      return await task();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#taken -= 1;
    }
  }

  /** The turn is handed over, never given back and taken again, so that nobody slips in between. */
  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(go);
        reject(signal?.reason as Error);
      };
      const go = (): void => {
        this.#waiting.delete(go);
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      this.#waiting.add(go);
      signal?.addEventListener("abort", stop, { once: true });
    });
  }
}
