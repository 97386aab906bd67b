/** One of the MCP server's addresses, by the tools of a key that it serves: all, those of one group, or those of one upstream. */
export type Endpoint = { kind: "all"; name: null } | { kind: "group" | "server"; name: string };

/** `/mcp`. */
export const WHOLE_ENDPOINT: Endpoint = { kind: "all", name: null };

export const isSameEndpoint = (a: Endpoint, b: Endpoint): boolean => a.kind === b.kind && a.name === b.name;
