import { createContext, Script } from "node:vm";

const held: { task: () => void } = { task: () => undefined };
const context = createContext(held);
const script = new Script("task()");

/**
 * Runs work that does not wait, and ends it when its time is over, be it in the middle of a regular expression: no promise
 * could, as nothing else of this process runs meanwhile. False: it was ended, and nothing it left behind can be used.
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
