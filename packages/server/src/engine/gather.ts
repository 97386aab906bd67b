/**
 * More in one statement would make those that wait behind it wait longer than they save: many callers in two halves are served
 * quicker than all at once, as the database works for one half while this process works for the other.
 */
const MOST_AT_ONCE = 32;
/** Of what calls carry, as far as `sizeOf` tells; a single call may be larger. */
const MOST_SIZE = 4 * 1024 * 1024;

/**
 * Makes one statement of calls that come while an earlier one is under way, whosever they are. A call that finds nothing under
 * way runs at once and alone, so nobody waits for company. Under load the cost of a statement and of a commit is shared:
 * `npm run bench` shows by how much. `run` answers in the order of its items.
 */
export function gather<Item, Answer>(
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
      // The whole statement was rolled back because of one of them: the others must not fail with it.
      if (calls.length > 1 && isAboutOne(error)) for (const call of calls) await runBatch([call]);
      else for (const call of calls) call.reject(error);
    }
  }

  function takeBatch(): Call[] {
    let size = 0;
    const over = waiting.findIndex(({ item }, n) => (size += sizeOf(item)) > MOST_SIZE && n > 0);
    return waiting.splice(0, Math.min(over < 0 ? MOST_AT_ONCE : over, MOST_AT_ONCE));
  }

  async function drain(): Promise<void> {
    draining = true;
    // What arrived in the same turn of the event loop goes together from the start.
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
 * SQLSTATE classes 22 and 23: a value, or a constraint it breaks; 40: it lost against another transaction; P0: a trigger of
 * ours refused a row. Every other fault concerns the whole statement, or leaves open whether it was written.
 */
function isAboutOne(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && /^(?:2[23]|40|P0)/.test(code);
}
