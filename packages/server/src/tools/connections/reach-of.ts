/** Best-effort list of the servers in any connector's settings: origins of addresses, and values of `host`. */
export function reachOf(settings: unknown): string[] {
  if (typeof settings !== "object" || settings === null) return [];
  return Object.entries(settings).flatMap(([key, value]) => {
    if (typeof value !== "string") return reachOf(value);
    if (/^https?:\/\//i.test(value)) return originOf(value);
    return key === "host" ? value.toLowerCase() : [];
  });
}

/** Only the origin counts. Template braces occur in the path alone, so they do not matter here. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
