const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** Exponential backoff in ms, at most one minute, with jitter so that not all retry at once. */
export interface Pauses {
  next(): number;
  reset(): void;
}

export function createPauses(): Pauses {
  let attempt = 0;
  return {
    next() {
      const full = Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
      attempt = Math.min(attempt + 1, 20);
      return full / 2 + Math.random() * (full / 2);
    },
    reset() {
      attempt = 0;
    },
  };
}

/** Resolves after `ms`, or at once when the signal is aborted; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
