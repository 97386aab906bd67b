import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import type { JsonObject } from "@countersign/protocol";
import { z } from "zod";
import { programOf } from "./support.ts";
import { findFreePort } from "../../../../../scripts/lib/find-free-port.mjs";

const TELL_PORT = new URL("tell-port.mjs", import.meta.url).href;
const closing: (() => unknown)[] = [];
export const closeServers = async (): Promise<void> => {
  for (const close of closing.splice(0)) await close();
};

/** Starts the reference server "everything" over one of its HTTP transports; returns its URL. */
export async function startEverything(transport: "streamableHttp" | "sse"): Promise<string> {
  const child = spawn(process.execPath, ["--import", TELL_PORT, programOf("everything"), transport], {
    env: { PATH: process.env["PATH"], PORT: "0" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  closing.push(() => child.kill("SIGKILL"));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (told: { port: number }) => resolve(told.port));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`;
}

/** A server of the modern era made with the SDK: `echo`, and `confirm`, which requires input. */
export async function startModern(): Promise<string> {
  const port = await findFreePort();
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "modern", version: "1" }, { capabilities: { tools: { listChanged: true } } });
      server.registerTool("echo", { inputSchema: z.object({ message: z.string() }) }, ({ message }) => ({
        content: [{ type: "text", text: `modern ${message}` }],
      }));
      server.registerTool("confirm", { inputSchema: z.object({}) }, (_args, context) => {
        const responses = context.mcpReq.inputResponses as Record<string, { content?: { sure?: string } }> | undefined;
        if (!responses?.["ask"]) {
          const requestedSchema = { type: "object" as const, properties: { sure: { type: "string" as const } } };
          return inputRequired({
            inputRequests: { ask: inputRequired.elicit({ message: "Sure?", requestedSchema }) },
            requestState: "s-1",
          });
        }
        return { content: [{ type: "text", text: `confirmed ${JSON.stringify(responses["ask"])}` }] };
      });
      return server;
    },
    { legacy: "reject" },
  );
  const server = serve({ fetch: (request) => handler.fetch(request), port, hostname: "127.0.0.1" });
  closing.push(() => server.close());
  return `http://127.0.0.1:${port}/mcp`;
}

export interface Exchange {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  message: JsonObject | undefined;
}

/** A server whose every answer the test decides; it records all requests. */
export async function startScripted(
  answer: (exchange: Exchange, response: ServerResponse) => unknown,
): Promise<{ url: string; received: Exchange[] }> {
  const received: Exchange[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const exchange: Exchange = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        message: body === "" ? undefined : (JSON.parse(body) as JsonObject),
      };
      received.push(exchange);
      answer(exchange, response);
    });
  });
  // A test that waits longer than the five seconds of Node.js would send on a socket that is just being closed.
  server.keepAliveTimeout = 0;
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, received };
}

/** The answer of a plain server of the legacy era; undefined if the test must give one. */
export function plainAnswer({ method, message }: Exchange): JsonObject | undefined {
  if (method !== "POST" || !message) return undefined;
  const results: Record<string, JsonObject> = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "scripted", version: "1" } },
    "tools/list": { tools: [{ name: "act", inputSchema: { type: "object" } }] },
    ping: {},
  };
  const result = results[typeof message["method"] === "string" ? message["method"] : ""];
  return result && { jsonrpc: "2.0", id: message["id"] ?? null, result };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body?: JsonObject,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body && JSON.stringify(body));
}
