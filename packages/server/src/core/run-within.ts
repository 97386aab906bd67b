import { createContext, Script } from "node:vm";

const held: { task: () => void } = { task: () => undefined };
const context = createContext(held);
const script = new Script("task()");

/**
 * Runs synchronous work and aborts it when the time is over, even inside a regular expression; a promise cannot, since the work
 * blocks the event loop. Returns false if it was aborted; partial results must not be used then.
 */
export function runWithin(milliseconds: number, task: () => void): boolean {
  held.task = task;
  try {
    script.runInContext(context, { timeout: milliseconds });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
