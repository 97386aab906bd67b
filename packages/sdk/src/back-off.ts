/** Delay before try number `attempt` (from 0): doubles up to the most, less up to a half at random, so that many clients do not return at once. */
export function backOffSeconds(attempt: number, { firstSeconds = 0.25, mostSeconds = 5 } = {}): number {
  const whole = Math.min(firstSeconds * 2 ** Math.min(attempt, 30), mostSeconds);
  return whole * (0.5 + Math.random() / 2);
}

/** Resolves after the time, or at once when the signal is aborted; never rejects. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal?.addEventListener("abort", end);
  });
}
