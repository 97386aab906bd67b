/**
 * SQLSTATE classes that say nothing of the statement itself: no connection (08, 28, 3D), lost against another transaction (40),
 * out of resources (53), not in a state to run it (55), ended by an operator (57), trouble of the machine (58), a server that became
 * read-only (25006), and a transaction that was idle for too long (25P03). Sent again later, the same statement succeeds.
 */
const PASSING = /^(?:(?:08|28|3D|40|53|55|57|58)|25P03$|25006$)/;
/** Its class never begins with an E; the name of a system's error such as EPIPE does. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

const faults = new WeakMap<object, { isPassing: boolean }>();

/**
 * Marks an error as one of our own database; only its adapters call it, where an error leaves the driver. The mark is the only proof of whose fault it is: a service that a
 * tool calls may refuse a connection with the same code.
 */
export function markDatabaseFault(error: unknown): unknown {
  if (error instanceof Error && !faults.has(error)) faults.set(error, { isPassing: isPassing(error) });
  return error;
}

/** Our database failed, not a tool and not what it reaches. Its words are for the log, never for a caller or the record. */
export const isDatabaseFault = (error: unknown): boolean => find(error) !== undefined;

/** Our database cannot be reached or is in no state to answer: nothing is wrong with the request, and the same one succeeds later. */
export const isDatabaseUnavailable = (error: unknown): boolean => find(error)?.isPassing === true;

function find(error: unknown): { isPassing: boolean } | undefined {
  // Kysely, better-auth and code of our own wrap errors.
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const fault = faults.get(one);
    if (fault) return fault;
  }
  return undefined;
}

/** An error without a SQLSTATE is no answer of the server: the connection failed. One of JavaScript's own is a fault in our code. */
function isPassing(error: Error): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && SQLSTATE.test(code)) return PASSING.test(code);
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError);
}
