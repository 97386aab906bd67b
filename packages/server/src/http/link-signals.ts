/**
 * Combines several signals into one, until `unlink` is called. With `AbortSignal.any` on Node 20, a source that lives as long
 * as the server would retain every result.
 */
export function linkSignals(sources: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; unlink(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const source of sources) {
    if (source?.aborted) controller.abort();
    source?.addEventListener("abort", abort);
  }
  return {
    signal: controller.signal,
    unlink: () => sources.forEach((source) => source?.removeEventListener("abort", abort)),
  };
}
