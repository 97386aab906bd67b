import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable, markDatabaseFault } from "../core/database-fault.ts";

const heard = new AsyncLocalStorage<{ fault?: Error }>();

/** Every error of a driver leaves an adapter through this. */
export function raiseFault(error: unknown): never {
  const fault = markDatabaseFault(error);
  const store = heard.getStore();
  if (store && fault instanceof Error && isDatabaseUnavailable(fault)) store.fault = fault;
  throw fault;
}

/**
 * Runs code of others that hides faults of the database. Throws the fault itself where that code throws anything, or `hides` says
 * that its answer stands for one.
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
