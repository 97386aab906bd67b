/** The servers that settings name, as far as they can be told from any connector's settings: origins of addresses, and values of `host`. */
export function reachOf(settings: unknown): string[] {
  if (typeof settings !== "object" || settings === null) return [];
  return Object.entries(settings).flatMap(([key, value]) => {
    if (typeof value !== "string") return reachOf(value);
    if (/^https?:\/\//i.test(value)) return originOf(value);
    return key === "host" ? value.toLowerCase() : [];
  });
}

/** A template's braces stand in its path, and a path is none of this. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
