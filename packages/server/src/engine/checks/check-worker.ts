import { parentPort } from "node:worker_threads";
import { runCheck, type CheckName } from "./check-jobs.ts";

/** Request to a thread of the check pool, which runs one check at a time and is killed if one takes too long. */
export interface CheckRequest {
  name: CheckName;
  /** JSON text keeps keys such as `__proto__` and is cheaper to transfer than objects. */
  asked: string;
}
export type CheckAnswer = { ready: true } | { answer: unknown } | { error: string };

const port = parentPort!;
port.on("message", ({ name, asked }: CheckRequest) => {
  port.postMessage(answerTo(name, asked));
});
port.postMessage({ ready: true } satisfies CheckAnswer);

function answerTo(name: CheckName, asked: string): CheckAnswer {
  try {
    const run = runCheck[name] as (asked: unknown) => unknown;
    return { answer: run(JSON.parse(asked)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
