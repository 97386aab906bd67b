/** Yields the source's items. Throws as soon as the signal is aborted, even if the source ignores the signal. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  let onAbort: () => void = () => undefined;
  const end = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  // Avoids an unhandled rejection if the signal is aborted after the source has ended.
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
    // A source that hangs is not awaited.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
