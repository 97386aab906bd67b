import type { JsonObject } from "@countersign/protocol";
import type { Gateway } from "./gateway-support.ts";

const MODERN = "2026-07-28";

/** A client of 2026-07-28 whose messages and answers the test controls one by one. */
export function modernClient(gateway: Gateway, key: string, capabilities: JsonObject = { elicitation: {} }) {
  let lastId = 0;

  async function send(method: string, params: JsonObject, signal?: AbortSignal): Promise<Response> {
    lastId += 1;
    const named = params["name"] ?? params["taskId"];
    return fetch(new URL("/mcp", gateway.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key}`,
        "mcp-protocol-version": MODERN,
        "mcp-method": method,
        ...(typeof named === "string" && { "mcp-name": named }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: lastId,
        method,
        params: {
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
          },
        },
      }),
      ...(signal && { signal }),
    });
  }

  return {
    send,
    /** Returns the last message of the answer: the result, or the error. */
    async ask(method: string, params: JsonObject): Promise<{ result: JsonObject; error: { code: number; message: string } }> {
      const text = await (await send(method, params)).text();
      const last = text.startsWith("{")
        ? text
        : text
            .split("\n")
            .findLast((line) => line.startsWith("data: {"))
            ?.slice(6);
      return JSON.parse(last ?? "null") as never;
    },
  };
}

export const APPROVE = { approval: { action: "accept", content: { decision: "approve" } } };
