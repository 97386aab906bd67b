import { createServer, type Server as HttpServer } from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

export interface TestUpstream {
  url: string;
  /** Replaces the listed tools. */
  setTools(tools: readonly Tool[]): void;
  /** Sets the text of every later answer. */
  setAnswer(text: string): void;
  readonly calls: readonly { name: string; arguments: unknown; authorization: string | undefined }[];
  close(): Promise<void>;
}

/** A real MCP server over HTTP that requires a secret and records the calls it receives. */
export async function startUpstream(secret: string, tools: readonly Tool[]): Promise<TestUpstream> {
  let listed = tools;
  let said: string | undefined;
  const calls: { name: string; arguments: unknown; authorization: string | undefined }[] = [];
  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new Server({ name: "e2e upstream", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: [...listed] }));
    server.setRequestHandler("tools/call", ({ params }) => {
      calls.push({
        name: params.name,
        arguments: params.arguments,
        authorization: requestInfo?.headers.get("authorization") ?? undefined,
      });
      return { content: [{ type: "text", text: said ?? `done: ${params.name}` }] };
    });
    return server;
  });
  const port = await findFreePort();
  const http: HttpServer = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${secret}`) return void response.writeHead(401).end();
    const headers = new Headers(
      Object.entries(request.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])) as [
        string,
        string,
      ][],
    );
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const asked = new Request(`http://127.0.0.1:${port}${request.url ?? "/"}`, {
      method: request.method ?? "GET",
      headers,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: "half" as const }),
    });
    void handler.fetch(asked).then((answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (!answer.body) return response.end();
      Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
    });
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    setTools: (next) => (listed = next),
    setAnswer: (text) => (said = text),
    calls,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
}
