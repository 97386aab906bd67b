import { createMask, type Mask } from "../core/mask-secrets.ts";

/** Our own keys, whoever sent them: they are stored as hashes, so nobody could list them here. */
const OWN_KEYS = /cs[awu]_[A-Za-z0-9_-]{43}/g;

/** Of each owner the values it has now, and those before: what a service was called with may be told of after its change. */
const known = new Map<string | symbol, [now: readonly string[], former: readonly string[]]>();
let mask: Mask | undefined;

/**
 * Makes the whole process mask these values in log lines and in errors that end a start. Replaces what the owner (a setting, an
 * upstream, a connection) had.
 */
export function rememberSecrets(owner: string | symbol, values: Iterable<string>): void {
  const now = [...values];
  const [before, former] = known.get(owner) ?? [[], []];
  if (before.length === now.length && before.every((value, n) => value === now[n])) return;
  known.set(owner, [now, before.length > 0 ? before : former]);
  mask = undefined;
}

export function forgetSecrets(owner: string | symbol): void {
  if (known.delete(owner)) mask = undefined;
}

/** Takes every secret this process knows out of a text. Values of fewer than 6 characters stay. */
export function maskKnown(text: string): string {
  mask ??= createMask([...known.values()].flat(2));
  return mask(text).replace(OWN_KEYS, "[secret]");
}

/** The same error with its words masked; what was thrown by others may name an address with its password. */
export function maskError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = maskKnown(error.message);
  if (error.stack !== undefined) error.stack = maskKnown(error.stack);
  return error;
}
