import { parentPort } from "node:worker_threads";
import { runCheck, type CheckName } from "./check-jobs.ts";

/** A thread of the check pool: one check at a time, and killed where one takes too long. */
export interface CheckRequest {
  name: CheckName;
  /** JSON: it keeps keys such as `__proto__`, and costs less to hand over than objects. */
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
