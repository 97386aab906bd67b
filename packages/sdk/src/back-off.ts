/** Delay in seconds before retry `attempt` (from 0): exponential with a cap, minus up to 50% jitter. */
export function backOffSeconds(attempt: number, { firstSeconds = 0.25, mostSeconds = 5 } = {}): number {
  const whole = Math.min(firstSeconds * 2 ** Math.min(attempt, 30), mostSeconds);
  return whole * (0.5 + Math.random() / 2);
}

/** Resolves after the time, or at once when the signal is aborted. Never rejects. */
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
