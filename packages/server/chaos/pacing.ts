const SETTLE_MS = 900_000;

/** Runs `work` this many times, `parallel` of them at once. */
export async function inParallel(times: number, parallel: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while ((left -= 1) >= 0) await work();
    }),
  );
}

/** Starts the work `times` times, once every `everyMs` milliseconds, and waits until all of it is done. */
export async function atRate(times: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (let n = 0; n < times; n += 1) {
    all.push(work());
    await pause(everyMs);
  }
  await Promise.all(all);
}

/** Repeats work that throws, such as while the database restarts. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(200);
    }
  }
}

/** Polls until `isSo` holds. Throws after 15 minutes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await within(SETTLE_MS, isSo))) throw new Error("notifications are still open");
}

/** Polls until `isSo` holds, for at most this long. False if it never did. */
export async function within(milliseconds: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) return false;
    await pause(100);
  }
  return true;
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function mustBe<T>(result: { ok: true; value: T } | { ok: false; refusal: { detail: string } }): T {
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}
