/** The items as they come, until the signal fires: then it throws at once, whether or not the source heeds it. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  let onAbort: () => void = () => undefined;
  const end = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  // Nobody waits for it once the source has ended.
  end.catch(() => undefined);
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await Promise.race([iterator.next(), end]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // A source that hangs is not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
