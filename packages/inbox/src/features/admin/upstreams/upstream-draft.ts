import { DEFAULT_LIMITS, DEFAULT_MAX_CONNECTIONS, type UpstreamServer } from "@countersign/protocol";

export interface HeaderDraft {
  id: number;
  name: string;
  value: string;
}

/** An upstream as the form holds it. */
export interface UpstreamDraft {
  name: string;
  url: string;
  transport: "http" | "sse";
  trust: UpstreamServer["trust"];
  era: UpstreamServer["era"];
  /** If empty for a new upstream, the prefix is its name. */
  prefix: string;
  allowPrivate: boolean;
  sharing: UpstreamServer["sharing"];
  maxConnections: number;
  allowQuestions: boolean;
  callSeconds: number;
  maxResultMebibytes: number;
  maxTools: number;
  /** Whether stored headers are kept, replaced or removed; a new upstream has none to keep. */
  headerChoice: "keep" | "replace" | "remove";
  headers: readonly HeaderDraft[];
}

export const draftOf = (upstream: UpstreamServer | null): UpstreamDraft => ({
  name: upstream?.name ?? "",
  url: upstream?.url ?? "",
  transport: upstream?.transport === "sse" ? "sse" : "http",
  trust: upstream?.trust ?? "untrusted",
  era: upstream?.era ?? "legacy",
  prefix: upstream?.prefix ?? "",
  allowPrivate: upstream?.allowPrivate ?? false,
  sharing: upstream?.sharing ?? "per-agent",
  maxConnections: upstream?.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
  allowQuestions: upstream?.allowQuestions ?? false,
  callSeconds: upstream?.callSeconds ?? DEFAULT_LIMITS.callSeconds,
  maxResultMebibytes: upstream?.maxResultMebibytes ?? DEFAULT_LIMITS.maxResultMebibytes,
  maxTools: upstream?.maxTools ?? DEFAULT_LIMITS.maxTools,
  headerChoice: upstream !== null && upstream.headerNames.length > 0 ? "keep" : "replace",
  headers: [],
});

const headersOf = ({ headers }: UpstreamDraft): Record<string, string> =>
  Object.fromEntries(headers.filter(({ name }) => name !== "").map(({ name, value }) => [name, value]));

/** Request body of a connection test. A test cannot use kept headers, because they never leave the server. */
export function checkBody(draft: UpstreamDraft) {
  const { url, transport, era, allowPrivate } = draft;
  return { url, transport, era, allowPrivate, headers: draft.headerChoice === "replace" ? headersOf(draft) : {} };
}

const limitsOf = ({ callSeconds, maxResultMebibytes, maxTools }: UpstreamDraft) => ({
  callSeconds,
  maxResultMebibytes,
  maxTools,
});

export function createBody(draft: UpstreamDraft) {
  const { name, prefix, trust, sharing, maxConnections, allowQuestions } = draft;
  const own = { name, trust, sharing, maxConnections, allowQuestions, ...limitsOf(draft) };
  return { ...checkBody(draft), ...own, ...(prefix !== "" && { prefix }) };
}

/** Returns only fields that differ from the stored upstream. */
export function changeBody(draft: UpstreamDraft, upstream: UpstreamServer): Record<string, unknown> {
  const { url, transport, era, allowPrivate, trust, prefix, sharing, maxConnections, allowQuestions, headerChoice } = draft;
  const own = { trust, prefix, sharing, maxConnections, allowQuestions, ...limitsOf(draft) };
  const values = { url, transport, era, allowPrivate, ...own };
  const changed = Object.entries(values).filter(([name, value]) => upstream[name as keyof typeof values] !== value);
  const headers = headerChoice === "remove" ? null : headersOf(draft);
  const setsHeaders = headerChoice === "remove" || (headerChoice === "replace" && draft.headers.length > 0);
  return { ...Object.fromEntries(changed), ...(setsHeaders && { headers }) };
}
