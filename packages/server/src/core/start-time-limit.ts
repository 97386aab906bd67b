/**
 * Calls back once this much time has passed, but first lets everything be read that has arrived by then: after a pause of this process
 * its timers run before its input, and an answer given in time would count as late. Returns a function that ends the limit.
 */
export function startTimeLimit(milliseconds: number, onOver: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (reading = setImmediate(onOver)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
