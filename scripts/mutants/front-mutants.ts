import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const test = (name: string): string => `packages/server/test/mcp/${name}.int.test.ts`;

/** Guards of the MCP front. */
export const FRONT_MUTANTS: readonly Mutant[] = [
  {
    name: "MCP: single use of a request state",
    file: source("store/statements/mcp-request-states"),
    find: "on conflict do nothing returning nonce",
    replace: "on conflict (workspace_id, nonce) do update set expires_at = now() returning nonce",
    test: test("request-state"),
    only: "G10 a state counts once",
  },
  {
    name: "MCP: only a sent form with its decision counts",
    file: source("mcp/approval-question"),
    find: `answer["action"] !== "accept" || !isJsonObject(content)`,
    replace: "!isJsonObject(content)",
    test: test("request-state"),
    only: "G6 an answer that is no clear yes",
  },
  {
    name: "MCP: an administrator's word for answers at a client",
    file: source("mcp/approval-rounds"),
    find: "!isAsked && tool.inClient && declaresForms(call)",
    replace: "!isAsked && declaresForms(call)",
    test: test("request-state"),
    only: "G7 where an administrator has not allowed it",
  },
  {
    name: "MCP: a session's own key",
    file: source("mcp/sessions"),
    find: "!session || session.principal.id !== by.id ||",
    replace: "!session ||",
    test: test("waits"),
    only: "is only for the key it began with",
  },
  {
    name: "MCP: a revoked key in the cache",
    file: source("identity/identity"),
    find: "keyCache.clear();",
    replace: "",
    test: test("front"),
    only: "a revoked key is refused",
  },
  {
    name: "front: a call is held from its arrival, not from its storing",
    file: source("mcp/hold-call"),
    find: "const end = arrivedAt + waitSeconds * 1000;",
    replace: "const end = performance.now() + waitSeconds * 1000;",
    test: "packages/server/test/mcp/hold-call.unit.test.ts",
    only: "a call is held from its arrival",
  },
  {
    name: "MCP: a session at an upstream for each agent's session",
    file: source("tools/upstreams/supervised-upstream"),
    find: `spec.sharing === "per-agent"`,
    replace: `spec.name === ""`,
    test: test("two-agents"),
    only: "G27 each agent's roots",
  },
  {
    name: "MCP: a notice of one session is told to that session",
    file: source("mcp/notices"),
    find: "if (peer !== undefined && peer !== listener.peer.key) continue;",
    replace: "",
    test: test("two-agents"),
    only: "G27 log messages",
  },
  {
    name: "MCP: an approved call runs in its agent's session",
    file: source("tools/upstreams/create-provider"),
    find: "const exchange = { ...beside, signal, peer };",
    replace: 'const exchange = { ...beside, signal, ...(peer.key === "" && { peer }) };',
    test: test("two-agents"),
    only: "G27 what an approved call leaves",
  },
  {
    name: "MCP: a tool that is defined otherwise in a session is not called there",
    file: source("tools/upstreams/peer-connection"),
    find: "if (print === accepted) return;",
    replace: "if (print !== undefined) return;",
    test: "packages/server/test/tools/upstreams/peer-connections.unit.test.ts",
    only: "G14 a tool that its server defines otherwise",
  },
];
