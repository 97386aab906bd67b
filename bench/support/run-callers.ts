/** Processes all items with `callers` concurrent workers. Returns items per second. */
export async function runCallers<Item>(
  items: readonly Item[],
  callers: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next]!;
      next += 1;
      await work(item);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return items.length / ((performance.now() - began) / 1000);
}
