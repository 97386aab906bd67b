import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Histogram, Registry } from "prom-client";
import type { Principal } from "../core/principal.ts";
import { problemParts } from "../core/problem.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { refuseFault } from "../core/refuse-fault.ts";
import type { Log } from "../engine/deps.ts";
import { logFault } from "../engine/log-fault.ts";
import type { Identity } from "../identity/identity.ts";
import type { Settings } from "./app.ts";
import type { ClientAddress } from "./client-address.ts";
import { guardHeaders } from "./guard-request.ts";
import type { KeyFailures } from "./key-failures.ts";
import { REQUEST_DURATION } from "./metrics.ts";
import { BODY_LIMIT_BYTES } from "./read-body.ts";
import type { RequestLimits } from "./request-limits.ts";

/** One request whose sender is known; whoever answers writes to `response`. */
export interface McpRequest {
  principal: Principal;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
}

/** The MCP front, as this door hands requests to it. */
export interface McpFront {
  /** `text` is UTF-8 of at most 1 MiB; nobody has looked at it yet. */
  post(request: McpRequest, text: string): Promise<void>;
  openStream(request: McpRequest): void;
  endSession(request: McpRequest): void;
}

export interface McpDoorParts {
  identity: Pick<Identity, "recognise">;
  settings: Settings;
  metrics?: Registry;
  limits: RequestLimits;
  keyFailures: KeyFailures;
  clientAddress: ClientAddress;
  log: Log;
  front: McpFront;
}

/** Takes a request for its path, before any web-standard adapter does; false for every other path. */
export type McpDoor = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const PATH = "/mcp";
const METHODS = "GET, POST, DELETE";

const KEY_NEEDED = refuse("UNAUTHENTICATED", "This needs a key or a session.").refusal;
const KEY_UNKNOWN = refuse("UNAUTHENTICATED", "The key is unknown or revoked.").refusal;
const NOT_AN_AGENT = refuse("FORBIDDEN", "This is for agents: their keys begin with `csa_`.").refusal;
const TOO_LARGE = refuse("TOO_LARGE", `The body is larger than ${BODY_LIMIT_BYTES} bytes.`).refusal;

/** The MCP front behind the same walls as every route: name and origin, the key on each request, the limit of a body. */
export function createMcpDoor({
  identity,
  settings,
  metrics,
  limits,
  keyFailures,
  clientAddress,
  log,
  front,
}: McpDoorParts): McpDoor {
  const durations = metrics?.getSingleMetric(REQUEST_DURATION) as Histogram | undefined;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.now();
    const { headers, method = "" } = incoming;
    const foreign = guardHeaders(headers, settings);
    if (foreign) return sendProblem(incoming, response, foreign);
    const { authorization } = headers;
    if (authorization === undefined) return sendProblem(incoming, response, KEY_NEEDED);
    const known = identity.recognise(authorization);
    const found = known instanceof Promise ? await known : known;
    if (found.kind !== "principal") {
      return sendProblem(incoming, response, keyFailures.count(clientAddress(incoming)) ?? KEY_UNKNOWN);
    }
    const { principal } = found;
    const body = { length: headers["content-length"], encoding: headers["transfer-encoding"] };
    const limited = limits.refuse(principal, body);
    if (limited) return sendProblem(incoming, response, limited);
    if (principal.kind !== "agent") return sendProblem(incoming, response, NOT_AN_AGENT);
    const request = { principal, headers, response, arrivedAt };
    if (method === "GET") return front.openStream(request);
    if (method === "DELETE") return front.endSession(request);
    if (method !== "POST") {
      const { refusal } = refuse("METHOD_NOT_ALLOWED", `${METHODS} are for this address.`);
      return sendProblem(incoming, response, refusal, { Allow: METHODS });
    }
    const text = await readText(incoming);
    if (!text.ok) return sendProblem(incoming, response, text.refusal);
    return front.post(request, text.value);
  }

  return (incoming, outgoing) => {
    const { url = "" } = incoming;
    if (url !== PATH && !url.startsWith(`${PATH}?`)) return false;
    const began = performance.now();
    // To the start of the answer, as everywhere: a stream lasts as long as it lasts.
    if (durations) {
      outgoing.once("finish", () =>
        durations.observe(
          { method: incoming.method ?? "", route: PATH, status: String(outgoing.statusCode) },
          (performance.now() - began) / 1000,
        ),
      );
    }
    answer(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.destroyed) return;
      logFault(log, "an MCP request failed", error, { method: incoming.method });
      if (outgoing.headersSent) return void outgoing.destroy();
      sendProblem(incoming, outgoing, refuseFault(error));
    });
    return true;
  };
}

function readText(incoming: IncomingMessage): Promise<Result<string>> {
  const { headers } = incoming;
  if (Number(headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) return Promise.resolve({ ok: false, refusal: TOO_LARGE });
  const mediaType = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  // A browser sends any other type across origins without asking first.
  if (mediaType !== "application/json") {
    return Promise.resolve(refuse("UNSUPPORTED_MEDIA_TYPE", "Send `Content-Type: application/json`."));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > BODY_LIMIT_BYTES) {
        incoming.pause();
        return resolve({ ok: false, refusal: TOO_LARGE });
      }
      chunks.push(chunk);
    });
    incoming.once("end", () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
      if (!isUtf8(bytes)) return resolve(refuse("MALFORMED_JSON", "The body is not valid UTF-8."));
      resolve(ok(bytes.toString("utf8")));
    });
    incoming.once("error", reject);
    incoming.once("close", () => incoming.complete || reject(new Error("the client went away while it sent its message")));
  });
}

function sendProblem(
  incoming: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  more: Record<string, string> = {},
): void {
  const { status, headers, body } = problemParts(refusal);
  response.writeHead(status, {
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    // What is left of a body that nobody reads would else be taken for the next request.
    ...(!incoming.complete && { Connection: "close" }),
    ...more,
  });
  response.end(body);
}
