import { startTimeLimit } from "../../core/start-time-limit.ts";
import { startThread } from "../../store/start-thread.ts";
import type { CheckAnswer, CheckRequest } from "./check-worker.ts";

/** A worker thread that runs one check after the other. A thread that died, or whose check was killed, cannot be reused. */
export interface CheckThread {
  /** False if the thread could not be started. */
  ready: Promise<boolean>;
  /** Returns undefined if the check exceeded its time or memory; the thread is then gone. Throws if the check threw. */
  ask(request: CheckRequest): Promise<{ answer: unknown } | undefined>;
  end(): Promise<void>;
}

/** Time limit to start a thread, which loads the schema compiler; generous for a busy machine. */
const MAX_START_MS = 30_000;
/** A starved thread has done little at its time limit, which may extend to this multiple. */
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
  // The thread is out of memory; "exit" follows.
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

/**
 * Calls back once this much time has passed and this process has used as much CPU time; both take longer if starved. A pause of the
 * process counts only as the time that was asked for.
 */
function watch(milliseconds: number, onOver: () => void): () => void {
  const cpu = process.cpuUsage();
  let waitedMs = 0;
  let stop = wait(milliseconds);
  function wait(askedMs: number): () => void {
    return startTimeLimit(askedMs, () => {
      waitedMs += askedMs;
      const { user, system } = process.cpuUsage(cpu);
      const starvedMs = milliseconds - (user + system) / 1000;
      const leftMs = Math.min(starvedMs, milliseconds * MAX_STARVED - waitedMs);
      if (leftMs <= 0) onOver();
      else stop = wait(leftMs);
    });
  }
  return () => stop();
}
