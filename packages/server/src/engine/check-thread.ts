import { startThread } from "../store/start-thread.ts";
import type { CheckAnswer, CheckRequest } from "./check-worker.ts";

/** A thread that runs one check after the other. Once a check was killed, or the thread died, it is of no more use. */
export interface CheckThread {
  /** False where the thread could not be started. */
  ready: Promise<boolean>;
  /** Undefined: the check took too long or too much memory, and the thread is gone. Throws what the check threw. */
  ask(request: CheckRequest): Promise<{ answer: unknown } | undefined>;
  end(): Promise<void>;
}

/** To load the schema compiler on a busy machine. */
const MAX_START_MS = 30_000;
/** A starved thread has done little when its time is over; it gets at most so many times as long. */
const MAX_STARVED = 5;
const MAX_HEAP_MEGABYTES = 256;

export function startCheckThread(checkMilliseconds: number): CheckThread {
  const worker = startThread(import.meta.url, "check-worker", {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  });
  // An idle thread must not keep a process alive.
  worker.unref();
  let told: (answer: CheckAnswer | undefined) => void = () => undefined;
  const next = (): Promise<CheckAnswer | undefined> => new Promise((resolve) => (told = resolve));
  async function end(): Promise<void> {
    await worker.terminate();
    told(undefined);
  }
  worker.on("message", (answer: CheckAnswer) => told(answer));
  // Out of memory; "exit" follows.
  worker.on("error", () => undefined);
  worker.once("exit", () => told(undefined));

  async function answerWithin(milliseconds: number): Promise<CheckAnswer | undefined> {
    const stopWatch = watch(milliseconds, () => void end());
    return next().finally(stopWatch);
  }

  return {
    ready: answerWithin(MAX_START_MS).then((answer) => answer !== undefined),
    async ask(request) {
      const answered = answerWithin(checkMilliseconds);
      worker.postMessage(request);
      const answer = await answered;
      if (answer && "error" in answer) throw new Error(`a check failed: ${answer.error}`);
      return answer && "answer" in answer ? answer : undefined;
    },
    end,
  };
}

/** Calls back when the time is over and this process has had that much of a processor; on a starved machine both take longer. */
function watch(milliseconds: number, onOver: () => void): () => void {
  const began = performance.now();
  const cpu = process.cpuUsage();
  let timer = setTimeout(look, milliseconds);
  function look(): void {
    const { user, system } = process.cpuUsage(cpu);
    const starvedMs = milliseconds - (user + system) / 1000;
    const leftMs = Math.min(starvedMs, milliseconds * MAX_STARVED - (performance.now() - began));
    if (leftMs <= 0) onOver();
    else timer = setTimeout(look, leftMs);
  }
  return () => clearTimeout(timer);
}
