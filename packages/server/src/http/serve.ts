import { setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { refuse } from "../core/refusal.ts";
import { problemResponse } from "../transport/problem.ts";
import type { McpEndpoint } from "./mount-mcp.ts";
import type { App, ServerContext } from "./mount-routes.ts";
import { HEALTH_PATH } from "./routes/service.ts";

/** The port of a server that is given none, if it is free. */
export const FIRST_PORT = 7420;
const PORTS_TRIED = 20;
/** Limits for receiving the headers, and the whole request. Responses have no time limit. */
const HEADERS_SECONDS = 15;
const REQUEST_SECONDS = 60;
/** Longer than a reverse proxy keeps a connection, so that the proxy never sends into one we just closed. */
const KEEP_ALIVE_SECONDS = 75;
/** For a client to send the rest of a body that was refused. */
const DRAIN_MS = 5000;
/** Time for answers under way once the server stops. */
const CLOSE_SECONDS = 5;

export interface Listening {
  url: string;
  port: number;
  /** Stops accepting requests, ends live streams and held responses, and waits a few seconds for the others. */
  close(): Promise<void>;
}

/** Request handlers. `mcp` is asked first, because it writes to the raw response. */
export interface Served extends Pick<App, "fetch"> {
  mcp?: McpEndpoint;
  /** Called when the server stops; ends what `mcp` holds open. */
  stopMcp?: () => void;
}

/**
 * Opens the port and serves the app, which may be a function of the server's URL. Without `port`, uses the first free one of
 * 7420 to 7439. Throws if no port is free.
 */
export async function listen(
  app: Served | ((url: string) => Served | Promise<Served>),
  { host, port }: { host: string; port?: number | undefined },
): Promise<Listening> {
  const closing = new AbortController();
  // Every open stream and held call adds a listener.
  setMaxListeners(0, closing.signal);
  let ready: Served | undefined;
  const handlers = new Set<Promise<Response>>();
  const answer = getRequestListener(
    (request, bindings) => {
      if (!ready) return answerStarting(request);
      const context: ServerContext = {
        incoming: bindings.incoming as NonNullable<ServerContext["incoming"]>,
        closing: closing.signal,
      };
      const handled = Promise.resolve(ready.fetch(request, context)).then(async (response) => {
        await drain(request, bindings.incoming);
        return response;
      });
      handlers.add(handled);
      const isOver = (): void => void handlers.delete(handled);
      handled.then(isOver, isOver);
      return handled;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      headersTimeout: HEADERS_SECONDS * 1000,
      requestTimeout: REQUEST_SECONDS * 1000,
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
    },
    (incoming, outgoing) => {
      if (!ready?.mcp?.(incoming, outgoing)) void answer(incoming, outgoing);
    },
  );

  const busy = countAnswers(server);
  const taken = await bind(server, host, port);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
  try {
    ready = typeof app === "function" ? await app(url) : app;
  } catch (error) {
    server.close();
    throw error;
  }
  const served = ready;
  return {
    url,
    port: taken,
    close: () => {
      served.stopMcp?.();
      return close(server, busy, closing, handlers);
    },
  };
}

/**
 * Drops the rest of a body that was refused unread, for at most 5 s. A response while the client is still sending gets lost if
 * the connection closes, or the client sends its next request on a connection that is about to close.
 */
async function drain({ body }: Request, incoming: { complete?: boolean; destroyed?: boolean }): Promise<void> {
  if (body === null || body.locked || incoming.complete || incoming.destroyed) return;
  await body
    .pipeTo(new WritableStream(), { signal: AbortSignal.timeout(DRAIN_MS), preventCancel: true })
    .catch(() => undefined);
}

/** While the app is being made: the process lives, and whoever calls it comes back. */
function answerStarting(request: Request): Response {
  if (new URL(request.url).pathname === HEALTH_PATH) return Response.json({ status: "ok" });
  return problemResponse(refuse("UNAVAILABLE", "The server is starting. Send the same request again.").refusal, {
    "Retry-After": "1",
  });
}

async function bind(server: Server, host: string, port: number | undefined): Promise<number> {
  const candidates = port === undefined ? Array.from({ length: PORTS_TRIED }, (_, index) => FIRST_PORT + index) : [port];
  for (const candidate of candidates) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(candidate, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken) throw error;
    }
  }
  const tried = port === undefined ? `${FIRST_PORT} to ${FIRST_PORT + PORTS_TRIED - 1}` : String(port);
  throw new Error(`No free port at ${host}: ${tried} ${port === undefined ? "are" : "is"} in use. Choose another with --port.`);
}

async function close(
  server: Server,
  busy: ReadonlyMap<Socket, number>,
  closing: AbortController,
  handlers: ReadonlySet<Promise<Response>>,
): Promise<void> {
  closing.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Keep-alive sockets, and sockets opened ahead of a first request, which Node does not count as idle.
  const idle = setInterval(() => {
    for (const [socket, answers] of busy) if (answers === 0) socket.destroy();
  }, 20);
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_SECONDS * 1000);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  // Handlers whose callers have disconnected may still use the database, which the server closes next.
  await Promise.race([Promise.allSettled(handlers), sleep(CLOSE_SECONDS * 1000, undefined, { ref: false })]);
}

/** Counts the unfinished responses of each socket. */
function countAnswers(server: Server): ReadonlyMap<Socket, number> {
  const busy = new Map<Socket, number>();
  const add = (socket: Socket, change: number): void => {
    const answers = busy.get(socket);
    if (answers !== undefined) busy.set(socket, answers + change);
  };
  server.on("connection", (socket: Socket) => {
    busy.set(socket, 0);
    socket.once("close", () => busy.delete(socket));
  });
  server.on("request", ({ socket }, outgoing) => {
    add(socket, 1);
    outgoing.once("close", () => add(socket, -1));
  });
  return busy;
}
