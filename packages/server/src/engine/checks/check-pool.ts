import { startCheckThread, type CheckThread } from "./check-thread.ts";
import type { CheckRequest } from "./check-worker.ts";

/** `slow`: killed. `crowded`: too many queued checks of this caller. `busy`: too many of all callers, no thread, or closing. */
export type PoolAnswer = { answer: unknown } | { refused: "slow" | "crowded" | "busy" };

export interface CheckPoolSettings {
  /** Worker threads of this process for checks that may take long. */
  checkThreads: number;
  /** A check is killed after this time, or up to `MAX_STARVED` times as much if the process gets too little CPU time. */
  checkMilliseconds: number;
}

/** The owner of a check. One check of a caller runs at a time; people's checks have priority. */
export interface CheckCaller {
  key: string;
  isPerson: boolean;
}

export interface CheckPool {
  run(caller: CheckCaller, request: CheckRequest): Promise<PoolAnswer>;
  /** Kills running checks and refuses queued ones as `busy`. A later check starts a new thread. */
  close(): Promise<void>;
}

const MAX_WAITING_PER_CALLER = 20;
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 10_000;

interface Waiting {
  request: CheckRequest;
  since: number;
  resolve: (answer: PoolAnswer) => void;
  reject: (error: unknown) => void;
}

interface Queue extends CheckCaller {
  waiting: Waiting[];
  isRunning: boolean;
}

/**
 * Runs checks in worker threads, which can be killed in the middle of a regular expression. On the main thread they could not
 * be killed and would block every request. Threads start on demand and are replaced after one was killed.
 */
export function createCheckPool(settings: CheckPoolSettings): CheckPool {
  const threads = createThreads(settings);
  /** Callers with checks, least recently served first. */
  const queues = new Map<string, Queue>();
  let waitingCount = 0;
  let isClosed = false;
  let closedCount = 0;

  function takeNext(): { queue: Queue; next: Waiting } | undefined {
    const ready = [...queues.values()].filter(({ waiting, isRunning }) => !isRunning && waiting.length > 0);
    const queue = ready.find(({ isPerson }) => isPerson) ?? ready[0];
    if (!queue) return undefined;
    queue.isRunning = true;
    queues.delete(queue.key);
    queues.set(queue.key, queue);
    waitingCount -= 1;
    return { queue, next: queue.waiting.shift()! };
  }

  function drain(): void {
    while (!isClosed) {
      const taken = threads.hasFree() ? takeNext() : undefined;
      if (!taken) return;
      const { queue, next } = taken;
      void serve(next, threads.take())
        .then(next.resolve, next.reject)
        .finally(() => {
          queue.isRunning = false;
          if (queue.waiting.length === 0) queues.delete(queue.key);
          drain();
        });
    }
  }

  async function serve({ request, since }: Waiting, thread: CheckThread): Promise<PoolAnswer> {
    let answer: PoolAnswer | undefined;
    let isAlive = true;
    const closedBefore = closedCount;
    try {
      if (performance.now() - since > MAX_WAIT_MS) answer = { refused: "busy" };
      else if (!(await thread.ready)) isAlive = false;
      else {
        answer = await thread.ask(request);
        isAlive = answer !== undefined;
        answer ??= { refused: closedCount > closedBefore ? "busy" : "slow" };
      }
    } finally {
      if (isAlive && closedCount === closedBefore) threads.keep(thread);
      else threads.drop(thread);
    }
    return answer ?? { refused: "busy" };
  }

  return {
    run({ key, isPerson }, request) {
      const queue = queues.get(key) ?? { key, isPerson, waiting: [], isRunning: false };
      if (queue.waiting.length >= MAX_WAITING_PER_CALLER) return Promise.resolve({ refused: "crowded" });
      if (isClosed || waitingCount >= MAX_WAITING) return Promise.resolve({ refused: "busy" });
      queues.set(key, queue);
      waitingCount += 1;
      return new Promise((resolve, reject) => {
        queue.waiting.push({ request, since: performance.now(), resolve, reject });
        drain();
      });
    },
    async close() {
      isClosed = true;
      closedCount += 1;
      for (const { key, waiting, isRunning } of queues.values()) {
        for (const { resolve } of waiting.splice(0)) resolve({ refused: "busy" });
        if (!isRunning) queues.delete(key);
      }
      waitingCount = 0;
      await threads.end();
      isClosed = false;
    },
  };
}

/** Worker threads that start when they are needed, at most `checkThreads`. */
function createThreads({ checkThreads, checkMilliseconds }: CheckPoolSettings) {
  const idle: CheckThread[] = [];
  const all = new Set<CheckThread>();
  return {
    hasFree: (): boolean => idle.length > 0 || all.size < checkThreads,
    take(): CheckThread {
      const thread = idle.pop() ?? startCheckThread(checkMilliseconds);
      all.add(thread);
      return thread;
    },
    keep: (thread: CheckThread): void => void idle.push(thread),
    drop: (thread: CheckThread): void => void all.delete(thread),
    async end(): Promise<void> {
      idle.length = 0;
      const ending = [...all];
      all.clear();
      await Promise.all(ending.map((thread) => thread.end()));
    },
  };
}
