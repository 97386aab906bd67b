/**
 * One signal from several, let go of by `unlink`. `AbortSignal.any` would do, but on Node 20 every result stays held by a
 * source that lives as long as the server.
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
