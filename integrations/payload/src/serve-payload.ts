import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import type { AddressInfo } from "node:net";
import { handleEndpoints, type SanitizedConfig } from "payload";

/** Below the ephemeral port range, so that no outgoing connection occupies the port. */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** Serves Payload's REST API on loopback; on a free port if none is given. */
export async function servePayload(config: SanitizedConfig, port?: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      // Needs Node's own Request: Payload adds properties to it, which the Request of some adapters does not allow.
      const response = await handleEndpoints({ config, request: requestOf(incoming) });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
      else outgoing.end();
    };
    answer().catch(() => outgoing.destroy());
  });
  for (let attempt = 0; ; attempt += 1) {
    server.listen(port ?? LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST)), "127.0.0.1");
    try {
      await once(server, "listening");
      return server;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || port !== undefined || attempt > 20) throw error;
    }
  }
}

export const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function requestOf(incoming: IncomingMessage): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${headers.host ?? "127.0.0.1"}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? ""]).map((each): [string, string] => [name, each]),
    ),
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
  } as RequestInit);
}
