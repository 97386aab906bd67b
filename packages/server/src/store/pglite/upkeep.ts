import type { PriorityMutex } from "./priority-mutex.ts";
import type { WorkerLink } from "./worker-link.ts";
import type { WorkerResult } from "./worker-messages.ts";

const EVERY_SECONDS = 60;
const AFTER_ROWS = 5000;

/**
 * Vacuums and checkpoints the embedded database, which has no background processes: dead rows and the write-ahead log would
 * only grow. A round takes some ten milliseconds and holds the mutex like any statement.
 */
export class Upkeep {
  readonly #link: Pick<WorkerLink, "run">;
  readonly #turns: PriorityMutex;
  readonly #timer: NodeJS.Timeout;
  #changedRows = 0;
  #isRunning = false;
  #isStopped = false;

  constructor(link: Pick<WorkerLink, "run">, turns: PriorityMutex) {
    this.#link = link;
    this.#turns = turns;
    this.#timer = setInterval(() => void this.#tidy(), EVERY_SECONDS * 1000).unref();
  }

  count(result: WorkerResult): WorkerResult {
    this.#changedRows += result.affectedRows;
    if (this.#changedRows >= AFTER_ROWS) void this.#tidy();
    return result;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async #tidy(): Promise<void> {
    if (this.#isRunning || this.#isStopped || this.#changedRows === 0) return;
    this.#isRunning = true;
    try {
      await this.#turns.take();
      try {
        this.#changedRows = 0;
        await this.#link.run("vacuum (analyze)");
        await this.#link.run("checkpoint");
      } finally {
        this.#turns.give();
      }
    } catch {
      // A dead database fails every statement anyway; the next round makes up for a missed one.
    } finally {
      this.#isRunning = false;
    }
  }
}
