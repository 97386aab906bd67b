import type { JsonObject } from "../../packages/protocol/src/index.ts";
import type { RpcResult } from "../../packages/server/src/core/json-rpc.ts";
import { openConnection, type RpcPeer } from "../../packages/server/src/tools/upstreams/rpc-peer.ts";
import { greet } from "../../packages/server/src/tools/upstreams/handshake.ts";
import { openHttp } from "../../packages/server/src/tools/upstreams/http-wire.ts";
import { listTools } from "../../packages/server/src/tools/upstreams/list-tools.ts";
import { scanTools } from "../../packages/server/src/tools/upstreams/param-headers.ts";
import { settleResult } from "../../packages/server/src/tools/upstreams/settle-result.ts";
import { createSignIn } from "./client-sign-in.ts";

// What the published client suite drives: an address and a scenario come in, and our connection to upstreams does the rest.

interface Context {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: JsonObject }[];
}

const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
const era = (process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] ?? "") >= "2026-07-28" ? "modern" : "legacy";
const url = process.argv.at(-1) ?? "";
const signal = AbortSignal.timeout(110_000);

/** The person at a client that fills in a form with what it proposes. */
const answer = async (method: string, params: JsonObject): Promise<RpcResult> => {
  if (method === "roots/list") return { roots: [] };
  if (method === "sampling/createMessage") return { role: "assistant", content: { type: "text", text: "yes" }, model: "none" };
  const { properties = {} } = (params["requestedSchema"] ?? {}) as {
    properties?: Record<string, { default?: string; type?: string }>;
  };
  const content = Object.entries(properties).map(([name, field]) => [
    name,
    field.default ?? SAMPLES[field.type ?? "string"] ?? "x",
  ]);
  return { action: "accept", content: Object.fromEntries(content) as JsonObject };
};
const SAMPLES: Record<string, JsonObject[string]> = { string: "x", number: 1, integer: 1, boolean: true };

const CAPABILITIES = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} }, sampling: {}, roots: {} } };

/** What a tool is called with where the scenario does not say. */
function argumentsOf(tool: JsonObject): JsonObject {
  const { properties = {} } = (tool["inputSchema"] ?? {}) as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(Object.entries(properties).map(([name, { type = "string" }]) => [name, SAMPLES[type] ?? "x"]));
}

async function run(
  connection: RpcPeer,
  params: () => ReturnType<typeof scanTools>["params"],
  keep: (scanned: ReturnType<typeof scanTools>) => void,
): Promise<void> {
  await greet(connection, era, (name) => params().get(name) ?? [], signal);
  const listed = await listTools(connection, signal, () => {});
  const scanned = scanTools(listed);
  keep(scanned);
  const tools = era === "modern" ? scanned.usable : listed;
  const calls =
    context.toolCalls ??
    tools.map((tool) => ({ name: typeof tool["name"] === "string" ? tool["name"] : "", arguments: argumentsOf(tool) }));
  const to = { name: "the server", request: connection.request.bind(connection) };
  for (const call of calls) {
    const asked = { ...call, _meta: CAPABILITIES };
    const exchange = { signal, onRequest: answer };
    const first = await connection.request("tools/call", asked, exchange);
    await settleResult(to, "tools/call", asked, first, exchange);
  }
}

let kept: ReturnType<typeof scanTools> | undefined;
const target = { url, headers: {}, allowPrivate: true, credential: createSignIn(url, context) };
const connection = await openConnection(
  "the server",
  openHttp(target, (text) => text),
  {
    onNotice: () => {},
    onEnd: () => {},
    onFault: (fault) => console.error(fault),
  },
);
try {
  await run(
    connection,
    () => kept?.params ?? new Map(),
    (scanned) => (kept = scanned),
  );
} catch (error) {
  console.error(scenario, error);
  process.exitCode = 1;
} finally {
  await connection.close("is left");
}
