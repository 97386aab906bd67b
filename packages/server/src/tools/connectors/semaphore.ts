/** Semaphore with a bounded queue; refuses tasks once the queue is full. */
export class Semaphore {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs the task in a slot; undefined if the queue is full. Throws the signal's reason if aborted while waiting. */
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

  /** Waits for a slot that is handed over directly, never freed in between, so no other task can take it. */
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
