/** More in one statement would make those that wait behind it wait longer than they save. */
const MOST_AT_ONCE = 64;

/**
 * Makes one statement of calls that come while an earlier one of the same key is under way. A call that finds nothing under
 * way runs at once and alone, so nobody waits for company. Under load the cost of a commit, and of a workspace's turn at its
 * audit chain, is shared: `npm run bench` shows by how much.
 */
export function gather<Item, Answer>(
  keyOf: (item: Item) => string,
  run: (items: readonly [Item, ...Item[]]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  interface Call {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  const queues = new Map<string, Call[]>();

  async function runBatch(calls: readonly Call[]): Promise<void> {
    const [first, ...more] = calls;
    if (!first) return;
    try {
      const answers = await run([first.item, ...more.map(({ item }) => item)]);
      for (const [n, call] of calls.entries()) call.resolve(answers[n] as Answer);
    } catch (error) {
      // The whole statement was rolled back because of one row's data: the others must not fail with it.
      if (calls.length > 1 && isAboutData(error)) for (const call of calls) await runBatch([call]);
      else for (const call of calls) call.reject(error);
    }
  }

  async function drain(key: string, queue: Call[]): Promise<void> {
    // What arrived in the same turn of the event loop goes together from the start.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await runBatch(queue.splice(0, MOST_AT_ONCE));
    queues.delete(key);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const call = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue) queue.push(call);
      else {
        const started = [call];
        queues.set(key, started);
        void drain(key, started);
      }
    });
}

/** SQLSTATE classes 22 and 23: a value, or a constraint it breaks. Every other fault concerns the whole statement. */
function isAboutData(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && /^2[23]/.test(code);
}
