import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";

export interface StatementCount {
  /** Statements sent for the calls, including transaction control. */
  statements: number;
  /** Wake-ups for other processes: one for all calls within 5 ms, on a separate connection. */
  wakeUps: number;
  /** Statements sent by timers, which run independently of calls. */
  byTimers: number;
}

const calls = new AsyncLocalStorage<true>();

/** Counts the statements that this process sends to PostgreSQL while `work` runs, separately for calls and timers. */
export async function countStatements(work: () => Promise<void>): Promise<StatementCount> {
  const count: StatementCount = { statements: 0, wakeUps: 0, byTimers: 0 };
  const original = Client.prototype.query;
  const counting = function (this: Client, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === "string" ? first : String((first as { text?: string }).text);
    if (text.startsWith("select pg_notify")) count.wakeUps += 1;
    else if (calls.getStore()) count.statements += 1;
    else count.byTimers += 1;
    return Reflect.apply(original, this, given);
  };
  Client.prototype.query = counting as typeof original;
  try {
    await calls.run(true, work);
  } finally {
    Client.prototype.query = original;
  }
  return count;
}
