import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject, type Json } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Log } from "../engine/deps.ts";
import type { Engine } from "../engine/engine.ts";
import { callTool } from "./call-tool.ts";
import { createHeldCalls } from "./held-calls.ts";
import { listTools } from "./list-tools.ts";
import type { McpCall } from "./mcp-call.ts";

/** Under the 60 s after which most clients give a call up. */
const HOLD_SECONDS = 45;
/** Under the 300 s after which HTTP clients drop a silent body, and proxies much sooner. */
const COMMENT_SECONDS = 15;

const SERVER = { name: "countersign", title: "Countersign", version: "0.1.0" };
const INSTRUCTIONS =
  "Calls that change something wait for a person's approval. An answer with status `queued` has NOT run: wait with approval_wait or repeat the same call, a person is asked only once. A person may change the input; `effectiveInput` then says what ran.";

export interface McpFrontOptions {
  engine: Engine;
  log: Log;
  holdSeconds?: number;
}

/** Answers one POST whose sender is known and whose body our strict reader has read. */
export type McpFront = (
  request: Request,
  sent: { principal: Principal; message: Json; closing: AbortSignal },
) => Promise<Response>;

/**
 * MCP over Streamable HTTP without sessions, in both eras: a client of 2026-07-28 and one of 2025-11-25 get the same server,
 * made for each request, so nothing of one client is left for another.
 */
export function createMcpFront({ engine, log, holdSeconds = HOLD_SECONDS }: McpFrontOptions): McpFront {
  const held = createHeldCalls();
  return async (request, sent) => {
    const refused = refuseMessage(sent.message);
    if (refused) return refused;
    held.cancel(sent.principal, sent.message);
    const call: McpCall = { engine, holdSeconds, held, ...sent };
    const handler = createMcpHandler(() => buildServer(call, log), {
      legacy: "stateless",
      // One JSON body could be sent at the end only, and no client waits that long for headers.
      responseMode: "sse",
      keepAliveMs: COMMENT_SECONDS * 1000,
    });
    return handler.fetch(request, { parsedBody: sent.message });
  };
}

/** What we do not serve, said before the SDK would accept it. */
function refuseMessage(message: Json): Response | undefined {
  if (Array.isArray(message)) return rpcError(400, -32600, "Send one message at a time.", null);
  if (isJsonObject(message) && message["method"] === "subscriptions/listen") {
    const id = message["id"];
    return rpcError(
      404,
      -32601,
      "This server sends no notices of changes.",
      typeof id === "string" || typeof id === "number" ? id : null,
    );
  }
  return undefined;
}

const rpcError = (status: number, code: number, message: string, id: string | number | null): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }), {
    status,
    headers: { "Content-Type": "application/json" },
  });

function buildServer(call: McpCall, log: Log): McpServer {
  const server = new McpServer(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const guarded = async <T>(method: string, answer: () => Promise<T>): Promise<T> => {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // The SDK would send the fault's own words to the client.
      log("error", "an MCP request failed", { method, error });
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        "The server could not answer. An action it has stored stays as it is.",
      );
    }
  };
  server.server.setRequestHandler("tools/list", () => guarded("tools/list", async () => ({ tools: await listTools(call) })));
  server.server.setRequestHandler("tools/call", ({ params }, context: ServerContext) =>
    guarded("tools/call", () => callTool(call, params.name, context)),
  );
  return server;
}
