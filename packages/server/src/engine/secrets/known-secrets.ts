import { createMask, type Mask } from "../../core/mask-secrets.ts";

/** Keys of this server, whoever sent them. They are stored as hashes, so they cannot be listed here. */
const OWN_KEYS = /cs[awu]_[A-Za-z0-9_-]{43}/g;

/** Current and former values by owner: a service's error may still name a former value after its change. */
const known = new Map<string | symbol, [now: readonly string[], former: readonly string[]]>();
let mask: Mask | undefined;
const maskByOwner = new Map<string | symbol, Mask>();

/**
 * Masks these values process-wide, in log lines and in errors that end a start. Replaces the current values of the owner (a
 * setting, an upstream, a connection); its former ones stay masked.
 */
export function rememberSecrets(owner: string | symbol, values: Iterable<string>): void {
  const now = [...values];
  const [before, former] = known.get(owner) ?? [[], []];
  if (before.length === now.length && before.every((value, n) => value === now[n])) return;
  known.set(owner, [now, before.length > 0 ? before : former]);
  mask = undefined;
  maskByOwner.delete(owner);
}

export function forgetSecrets(owner: string | symbol): void {
  if (known.delete(owner)) mask = undefined;
  maskByOwner.delete(owner);
}

/** Masks every known secret in a text. Values of fewer than 6 characters stay. */
export function maskKnown(text: string): string {
  mask ??= createMask([...known.values()].flat(2));
  return mask(text).replace(OWN_KEYS, "[secret]");
}

/**
 * Returns a mask for the secrets of one owner, such as an upstream or a connection. For texts that agents read: masking the secrets
 * of others there would confirm a guess of them.
 */
export function maskOf(owner: string): Mask {
  const secrets = known.get(owner);
  if (secrets === undefined) return (text) => text;
  const own = maskByOwner.get(owner) ?? createMask(secrets.flat());
  maskByOwner.set(owner, own);
  return own;
}

/** Masks the error's message and stack in place: errors of libraries may name an address with its password. */
export function maskError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = maskKnown(error.message);
  if (error.stack !== undefined) error.stack = maskKnown(error.stack);
  return error;
}
