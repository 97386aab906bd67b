import type { Worker } from "node:worker_threads";
import { raiseFault } from "../raise-fault.ts";
import { startThread } from "../start-thread.ts";
import type { WorkerAnswer, WorkerError, WorkerRequest, WorkerResult, WorkerStart } from "./worker-messages.ts";

type RequestBody = WorkerRequest extends infer Request ? (Request extends { id: number } ? Omit<Request, "id"> : never) : never;
const CLOSE_SECONDS = 30;
interface Call {
  resolve: (result: WorkerResult) => void;
  reject: (error: Error) => void;
}

/** The server's side of the database thread: calls and answers. When the thread dies, every call fails with the same error. */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  readonly #exited: Promise<void>;
  #lastId = 0;
  #dead: Error | undefined;
  #isClosing = false;

  private constructor(worker: Worker, onFatal: (error: Error) => void) {
    this.#worker = worker;
    worker.on("message", (message: WorkerAnswer) => this.#receive(message));
    worker.on("error", (error) => this.#die(error instanceof Error ? error : new Error(String(error))));
    this.#exited = new Promise((resolve) => {
      worker.once("exit", (code) => {
        const isUnexpected = !this.#isClosing || this.#dead !== undefined;
        const words = isUnexpected
          ? `the thread of the embedded database ended with code ${code}`
          : "the embedded database is closed";
        this.#die(new Error(words));
        if (isUnexpected && this.#dead) onFatal(this.#dead);
        resolve();
      });
    });
  }

  static async start(options: WorkerStart, onFatal: (error: Error) => void): Promise<WorkerLink> {
    const importsSource = options.diskModule !== undefined;
    const worker = startThread(import.meta.url, "worker", { workerData: options, importsSource });
    let isReady = false;
    const link = new WorkerLink(worker, (error) => {
      if (isReady) onFatal(error);
    });
    await new Promise<void>((resolve, reject) => {
      worker.on("message", (message: WorkerAnswer) => void (message.kind === "ready" && resolve()));
      void link.#exited.then(() => reject(link.#dead ?? new Error("the embedded database did not start")));
    });
    isReady = true;
    return link;
  }

  async run(text: string, parameters: readonly unknown[] = []): Promise<WorkerResult> {
    try {
      return await this.#call({ do: "run", text, parameters });
    } catch (error) {
      // The error was created in the message handler; the caller's stack is more useful.
      if (error instanceof Error) Error.captureStackTrace(error);
      return raiseFault(error);
    }
  }

  /** Returns the whole data folder as an archive. */
  async dump(): Promise<Uint8Array> {
    return (await this.#call({ do: "dump" })).archive ?? new Uint8Array();
  }

  async close(): Promise<void> {
    try {
      if (!this.#dead && !this.#isClosing) {
        this.#isClosing = true;
        // A statement that does not end must not keep a stopping process alive; the disk is as after a crash.
        const late = setTimeout(() => void this.#worker.terminate(), CLOSE_SECONDS * 1000);
        await this.#call({ do: "close" }).finally(() => clearTimeout(late));
      }
    } finally {
      await this.#exited;
    }
  }

  async #call(body: RequestBody): Promise<WorkerResult> {
    if (this.#dead) throw this.#dead;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ ...body, id } satisfies WorkerRequest);
    });
  }

  #receive(message: WorkerAnswer): void {
    if (message.kind === "ready") return;
    if (message.kind === "fatal") return this.#die(new Error(`the embedded database stopped: ${message.message}`));
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.kind === "result") call?.resolve(message.result);
    else call?.reject(readError(message.error));
  }

  /** Keeps the first reason; pending and later calls fail with it. */
  #die(error: Error): void {
    this.#dead ??= error;
    for (const call of this.#calls.values()) call.reject(this.#dead);
    this.#calls.clear();
  }
}

function readError({ message, fields }: WorkerError): Error {
  return Object.assign(new Error(message), fields);
}
