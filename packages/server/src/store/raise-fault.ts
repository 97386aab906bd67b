import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable, markDatabaseFault } from "../core/database-fault.ts";

const heard = new AsyncLocalStorage<{ fault?: Error }>();

/** Marks and throws a driver error; adapters pass every driver error through this. */
export function raiseFault(error: unknown): never {
  const fault = markDatabaseFault(error);
  const store = heard.getStore();
  if (store && fault instanceof Error && isDatabaseUnavailable(fault)) store.fault = fault;
  throw fault;
}

/**
 * Runs third-party code that hides database faults. Throws the fault itself if that code throws anything, or if `hides` reports
 * that its answer conceals one.
 */
export async function revealFault<T>(run: () => Promise<T>, hides: (answer: T) => boolean): Promise<T> {
  const store: { fault?: Error } = {};
  let answer: T;
  try {
    answer = await heard.run(store, run);
  } catch (error) {
    throw store.fault ?? error;
  }
  if (store.fault && hides(answer)) throw store.fault;
  return answer;
}
