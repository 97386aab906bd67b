/** Where to go after signing in: an address of this site and nothing else; whatever leads away is dropped. */
export function readSignInSearch({ next }: Record<string, unknown>): { next?: string } {
  return isOwnPath(next) ? { next } : {};
}

/** `//host` and `https:` would lead away, and so would what a browser makes one of those of. */
const isOwnPath = (value: unknown): value is string => {
  if (typeof value !== "string" || !value.startsWith("/")) return false;
  const { origin } = window.location;
  return URL.canParse(value, origin) && new URL(value, origin).origin === origin;
};
