/**
 * Maximum calls in one statement. Larger batches delay the calls behind them by more than they save: two halves are served
 * faster, as the database works on one while this process works on the other.
 */
const MAX_AT_ONCE = 32;
/** Maximum size of a batch as measured by `sizeOf`; a single call may be larger. */
const MAX_SIZE = 4 * 1024 * 1024;

/**
 * Batches calls of any workspaces that arrive while an earlier statement runs. A call that finds none running starts
 * immediately; no call waits for a batch to fill. Under load, calls share the cost of a statement and of a commit
 * (`npm run bench`). `run` must return answers in the order of its items.
 */
export function batchCalls<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  sizeOf: (item: Item) => number = () => 0,
): (item: Item) => Promise<Answer> {
  interface Call {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Call[] = [];
  let draining = false;

  async function runBatch(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await run(calls.map(({ item }) => item));
      for (const [n, call] of calls.entries()) call.resolve(answers[n] as Answer);
    } catch (error) {
      // One call rolled back the whole statement, so each is retried alone: the others must not fail with it.
      if (calls.length > 1 && isAboutOne(error)) for (const call of calls) await runBatch([call]);
      else for (const call of calls) call.reject(error);
    }
  }

  function takeBatch(): Call[] {
    let size = 0;
    const over = waiting.findIndex(({ item }, n) => (size += sizeOf(item)) > MAX_SIZE && n > 0);
    return waiting.splice(0, Math.min(over < 0 ? MAX_AT_ONCE : over, MAX_AT_ONCE));
  }

  async function drain(): Promise<void> {
    draining = true;
    // Calls of the same event loop iteration share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await runBatch(takeBatch());
    draining = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!draining) void drain();
    });
}

/**
 * SQLSTATE classes 22 and 23: a value, or a constraint it breaks; 40: a lost conflict with another transaction; P0: our trigger
 * refused a row. Every other error concerns the whole statement, or leaves open whether it was written.
 */
function isAboutOne(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && /^(?:2[23]|40|P0)/.test(code);
}
