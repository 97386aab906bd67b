const TURN_MS = 10;

/**
 * Calls back after this many turns of 10 ms. A pause of the process is one turn, so that what it does by itself is not late after it.
 * Does not keep the process. Returns a function that ends the limit.
 */
export function startTurnLimit(turns: number, onOver: () => void): () => void {
  let left = turns;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onOver();
  }, TURN_MS).unref();
  return () => clearInterval(timer);
}
