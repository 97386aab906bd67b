import { syncBuiltinESMExports } from "node:module";
import workers, { type WorkerOptions } from "node:worker_threads";

/** Preloaded into a server: on SIGUSR2, terminates the thread of its embedded database in the middle of its work. */
class Watched extends workers.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    super(file, options);
    const isDatabase = typeof options.workerData === "object" && "fsync" in options.workerData;
    if (isDatabase) process.once("SIGUSR2", () => void this.terminate());
  }
}

workers.Worker = Watched;
syncBuiltinESMExports();
