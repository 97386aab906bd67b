/**
 * SQLSTATE classes that do not concern the statement itself: no connection (08, 28, 3D), rollback because of a conflict (40),
 * out of resources (53), object not in the required state (55), operator intervention (57), system error (58), a server that
 * became read-only (25006), and an idle-in-transaction timeout (25P03). A later retry of the same statement succeeds.
 */
const PASSING = /^(?:(?:08|28|3D|40|53|55|57|58)|25P03$|25006$)/;
/** A SQLSTATE never begins with an E; a system error's name such as EPIPE does. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

const faults = new WeakMap<object, { isPassing: boolean }>();

/**
 * Marks an error as a fault of our own database. Only the database adapters call this, where an error leaves the driver. The
 * mark is the only proof of origin: a service that a tool calls may fail with the same code.
 */
export function markDatabaseFault(error: unknown): unknown {
  if (error instanceof Error && !faults.has(error)) faults.set(error, { isPassing: isPassing(error) });
  return error;
}

/** Whether our own database failed, not a tool or its service. The message is for the log, never for callers or records. */
export const isDatabaseFault = (error: unknown): boolean => find(error) !== undefined;

/** Whether our database is unreachable or cannot serve requests now. The same request succeeds later. */
export const isDatabaseUnavailable = (error: unknown): boolean => find(error)?.isPassing === true;

function find(error: unknown): { isPassing: boolean } | undefined {
  // Kysely, better-auth and our own code wrap errors.
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const fault = faults.get(one);
    if (fault) return fault;
  }
  return undefined;
}

/** An error without a SQLSTATE is a connection failure, except for JavaScript's built-in errors, which are bugs in our code. */
function isPassing(error: Error): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && SQLSTATE.test(code)) return PASSING.test(code);
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError);
}
