import { DEFAULT_MAX_CONNECTIONS, type UpstreamServer } from "@countersign/protocol";

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
  /** Empty in a new one: the name. */
  prefix: string;
  allowPrivate: boolean;
  sharing: UpstreamServer["sharing"];
  maxConnections: number;
  allowQuestions: boolean;
  /** What becomes of the headers that are set already; new ones have none to keep. */
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
  headerChoice: upstream !== null && upstream.headerNames.length > 0 ? "keep" : "replace",
  headers: [],
});

const headersOf = ({ headers }: UpstreamDraft): Record<string, string> =>
  Object.fromEntries(headers.filter(({ name }) => name !== "").map(({ name, value }) => [name, value]));

/** What a test of the connection needs. Kept headers never leave the server, so a test cannot have them. */
export function checkBody(draft: UpstreamDraft) {
  const { url, transport, era, allowPrivate } = draft;
  return { url, transport, era, allowPrivate, headers: draft.headerChoice === "replace" ? headersOf(draft) : {} };
}

export function createBody(draft: UpstreamDraft) {
  const { name, prefix, trust, sharing, maxConnections, allowQuestions } = draft;
  return { ...checkBody(draft), name, trust, sharing, maxConnections, allowQuestions, ...(prefix !== "" && { prefix }) };
}

/** Only what differs from what is stored. */
export function changeBody(draft: UpstreamDraft, upstream: UpstreamServer): Record<string, unknown> {
  const { url, transport, era, allowPrivate, trust, prefix, sharing, maxConnections, allowQuestions, headerChoice } = draft;
  const values = { url, transport, era, allowPrivate, trust, prefix, sharing, maxConnections, allowQuestions };
  const changed = Object.entries(values).filter(([name, value]) => upstream[name as keyof typeof values] !== value);
  const headers = headerChoice === "remove" ? null : headersOf(draft);
  const setsHeaders = headerChoice === "remove" || (headerChoice === "replace" && draft.headers.length > 0);
  return { ...Object.fromEntries(changed), ...(setsHeaders && { headers }) };
}
