import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { findFreePort } from "../../../../../scripts/lib/find-free-port.mjs";

/** Fault of one request; `before` or `after` the service has done its work. */
export type FaultKind =
  | "cut_before"
  | "cut_after"
  | "hang_before"
  | "hang_after"
  | "error_before"
  | "error_after"
  | "rate_limit";

export interface Fault {
  kind: FaultKind;
  /** The fault strikes the first request that matches, once. */
  when(request: Request): boolean | Promise<boolean>;
  /** Called when the fault has struck; of an `after`, the service has then done its work. */
  onStrike?: (() => void) | undefined;
}

export interface FaultyServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  /** Every request received, as `GET /path`. */
  requests: string[];
  /** Faults that have not struck yet. */
  faults: Fault[];
  strike(kind: FaultKind, when?: Fault["when"], onStrike?: Fault["onStrike"]): void;
  close(): Promise<void>;
}

export interface Service {
  handle(request: Request): Promise<Response>;
  /** Answer to a request over the service's rate limit. */
  limited(): Response;
}

/** A real HTTP server before a fake service, which can make single requests fail. */
export async function startFaultyServer(service: Service): Promise<FaultyServer> {
  const faults: Fault[] = [];
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(500).end(String(error));
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await toRequest(incoming);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    const fault = await takeFault(faults, request);
    await respond(fault?.kind, request, incoming, outgoing);
    fault?.onStrike?.();
  }

  async function respond(
    kind: FaultKind | undefined,
    request: Request,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    if (kind === "hang_before") return;
    if (kind === "cut_before") return void incoming.socket.destroy();
    if (kind === "error_before") return send(new Response("upstream connect error", { status: 502 }), outgoing);
    if (kind === "rate_limit") return send(service.limited(), outgoing);
    const response = await service.handle(request);
    if (kind === "hang_after") return;
    if (kind === "cut_after") return void incoming.socket.destroy();
    await send(kind === "error_after" ? new Response("internal error", { status: 500 }) : response, outgoing);
  }

  // A test that waits longer than the five seconds of Node.js would send on a socket that is just being closed.
  server.keepAliveTimeout = 0;
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    strike: (kind, when = (request) => request.method !== "GET", onStrike) => void faults.push({ kind, when, onStrike }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function takeFault(faults: Fault[], request: Request): Promise<Fault | undefined> {
  for (const fault of faults) {
    if (!(await fault.when(request.clone()))) continue;
    const at = faults.indexOf(fault);
    // Another request took it meanwhile.
    if (at < 0) continue;
    faults.splice(at, 1);
    return fault;
  }
  return undefined;
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const body = await buffer(incoming);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value));
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`;
  return new Request(url, { method: incoming.method ?? "GET", headers, ...(body.length > 0 && { body }) });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length }).end(body);
}
