/** Reads which page an address below `/embed/` shows; undefined if the address is invalid. */
export function readEmbedPath(path: string): { kind: "action" | "session"; id: string } | undefined {
  const [, kind, sent] = /^\/embed\/(action|session)s\/([^/]+)\/?$/.exec(path) ?? [];
  if (sent === undefined) return undefined;
  try {
    return { kind: kind === "action" ? "action" : "session", id: decodeURIComponent(sent) };
  } catch {
    return undefined;
  }
}
