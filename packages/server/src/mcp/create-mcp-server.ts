import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId } from "../core/json-rpc.ts";
import { parseJson } from "../core/parse-json.ts";
import { refuseFault } from "../core/refuse-fault.ts";
import type { Upstreams } from "../ports/upstreams.ts";
import type { Log } from "../ports/log.ts";
import { logFault } from "../engine/log-fault.ts";
import { createOpenStreams, type OpenStreams } from "../transport/open-streams.ts";
import type { McpServer, McpRequest } from "../transport/mcp-server.ts";
import { createAgentViews } from "./agent-view.ts";
import { McpResponse, sendJson } from "./answer.ts";
import type { McpCall, McpContext, McpEngine } from "./call.ts";
import { LEGACY_VERSIONS, readClaim, type DeclaredEra } from "./era.ts";
import { EventStream } from "./event-stream.ts";
import { createInFlight } from "./in-flight.ts";
import { isLoudEnough } from "./log-levels.ts";
import { answerMethod, capabilitiesOf, INSTRUCTIONS, SERVER_INFO } from "./methods.ts";
import { createNotices } from "./notices.ts";
import { RELAY_STREAM_AFTER_MS } from "./relay.ts";
import { errorBody, objectAt, readMessage, type RpcRequest } from "./rpc-message.ts";
import { createStateCipher } from "./state-cipher.ts";
import type { Session } from "./session.ts";
import { createSessions } from "./sessions.ts";
import { UnclearBody } from "./strict-arguments.ts";
import { createSuspended } from "./suspended.ts";
import { createUpstreamLists } from "./upstream-lists.ts";
import { createTaskNames } from "./task-names.ts";
import { createToolIndex } from "./tool-index.ts";

/** Below the 60 s after which most clients time out. */
const HOLD_SECONDS = 45;

export interface McpServerOptions {
  engine: McpEngine;
  upstreams: Upstreams;
  /** Encrypts state that clients hand back and signs task names; shared by all processes of the server. */
  secrets: readonly [string, ...string[]];
  /** Base URL of the inbox, where people decide. */
  publicUrl: string;
  log: Log;
  holdSeconds?: number;
  relayStreamAfterMs?: number;
  /** Default: no limit on open streams per credential. */
  streams?: OpenStreams;
}

/** `stop` answers held calls with their current outcome, and ends every stream; `leave` does that for one workspace. */
type StoppableMcpServer = McpServer & { leave(workspaceId: string): void; stop(): void };

/**
 * MCP over Streamable HTTP in both eras, on raw Node responses. Requests of 2026-07-28 are self-contained; clients of earlier
 * versions may open a session, but are also answered without one.
 */
export function createMcpServer(options: McpServerOptions): StoppableMcpServer {
  const { engine, upstreams, secrets, publicUrl, log } = options;
  const { holdSeconds = HOLD_SECONDS, relayStreamAfterMs = RELAY_STREAM_AFTER_MS, streams = createOpenStreams() } = options;
  const closing = new AbortController();
  /** Aborted by `leave`, one per workspace; created on demand. */
  const leaving = new Map<string, AbortController>();
  const views = createAgentViews(engine);
  const lists = createUpstreamLists(upstreams, log);
  const sessions = createSessions((session) => {
    for (const upstream of upstreams.ofWorkspace(session.principal.workspaceId)) upstream.endPeer(session.peer.key);
  });
  const context: McpContext = {
    engine,
    upstreams,
    views,
    lists,
    toolIndex: createToolIndex(),
    sessions,
    notices: createNotices({ engine, upstreams, views, lists, log }),
    streams,
    inFlight: createInFlight(),
    suspended: createSuspended(),
    stateCipher: createStateCipher(secrets),
    taskNames: createTaskNames(secrets),
    log,
    holdSeconds,
    relayStreamAfterMs,
    publicUrl,
    closing: closing.signal,
    leaving(workspaceId) {
      const controller = leaving.get(workspaceId) ?? new AbortController();
      leaving.set(workspaceId, controller);
      return controller.signal;
    },
  };

  return {
    post: (request, text) => answerPost(context, request, text),

    openStream: (request) => openStandingStream(context, request),

    endSession(request) {
      const session = findSession(context, request);
      if (!session) return refuse(request, session === null ? 400 : 404, null, session === null ? SESSION_NEEDED : NO_SESSION);
      session.close();
      request.response.writeHead(204).end();
    },

    leave(workspaceId) {
      leaving.get(workspaceId)?.abort();
      leaving.delete(workspaceId);
      sessions.closeOf(workspaceId);
    },

    stop() {
      closing.abort();
      // Held calls are answered first, in this tick and the next few; then the remaining streams are closed.
      setTimeout(() => sessions.close(), 500).unref();
      context.notices.close();
      lists.close();
      views.close();
    },
  };
}

function openStandingStream(context: McpContext, request: McpRequest): void {
  const { streams } = context;
  const session = findSession(context, request);
  if (!session) return refuse(request, session === null ? 400 : 404, null, session === null ? SESSION_NEEDED : NO_SESSION);
  if (!acceptsStream(request.headers))
    return refuse(request, 406, null, new RpcError(RPC_CODES.invalidRequest, "Accept text/event-stream."));
  const lastEventId = request.headers["last-event-id"];
  const found = typeof lastEventId === "string" ? session.findStream(lastEventId) : undefined;
  if (found) return found.stream.attach(request.response, { "Mcp-Session-Id": session.id }, found.after);
  session.standing?.end();
  const entered = streams.enter(request.principal);
  if (!entered.ok) return refuse(request, 429, null, new RpcError(RPC_CODES.invalidRequest, entered.refusal.detail));
  const stream = session.makeStream();
  const stop = context.notices.listen({
    viewer: { principal: request.principal, endpoint: request.endpoint },
    peer: session.peer,
    wantsResource: (uri) => session.resources.has(uri),
    wantsLog: (params) => isLoudEnough({ logLevel: session.logLevel ?? "debug" }, params),
    deliver: (method, params) => stream.send({ jsonrpc: "2.0", method, params }),
  });
  // A client that returns may resume this stream; if it opens another one instead, that ends this one.
  stream.onEnd = () => {
    stop();
    entered.value.leave();
  };
  session.standing = stream;
  stream.attach(request.response, { "Mcp-Session-Id": session.id });
}

async function answerPost(context: McpContext, request: McpRequest, text: string): Promise<void> {
  const { inFlight, upstreams } = context;
  const body = parseJson(text);
  if (body === undefined) return refuse(request, 400, null, new RpcError(RPC_CODES.parseError, "The body is not JSON."));
  const message = readMessage(body);
  if (message.kind === "fault") return refuse(request, 400, message.id, message.error);
  const id = message.kind === "request" ? message.id : null;
  let claim: DeclaredEra;
  try {
    claim = readClaim(message, request.headers);
  } catch (error) {
    if (error instanceof RpcError) return refuse(request, 400, id, error);
    throw error;
  }
  const session = claim.era === "legacy" ? findSession(context, request) : null;
  if (session === undefined) return refuse(request, 404, id, NO_SESSION);
  if (message.kind === "response") session?.take(message.id, message.answer);
  if (message.kind === "notification" && message.method === "notifications/cancelled") {
    inFlight.cancel(session ?? request.principal, message.params["requestId"]);
  }
  if (message.kind === "notification" && message.method === "notifications/roots/list_changed" && session) {
    for (const upstream of upstreams.ofWorkspace(session.principal.workspaceId))
      upstream.notify(message.method, {}, session.peer);
  }
  if (message.kind !== "request") {
    request.response.writeHead(202).end();
    return;
  }
  if (claim.era === "legacy" && message.method === "initialize") return initialize(context, request, message);
  return answerRequest(context, request, message, claim, session, text);
}

/** Returns null if the request names no session, undefined if this process has no such session for this key at this endpoint. */
function findSession({ sessions }: McpContext, { principal, endpoint, headers }: McpRequest): Session | null | undefined {
  const id = headers["mcp-session-id"];
  return typeof id === "string" ? sessions.find({ principal, endpoint }, id) : null;
}

async function initialize(context: McpContext, request: McpRequest, { id, params }: RpcRequest): Promise<void> {
  const { sessions } = context;
  const wanted = params["protocolVersion"];
  const version = LEGACY_VERSIONS.find((known) => known === wanted) ?? LEGACY_VERSIONS[0];
  const capabilities = objectAt(params, "capabilities") ?? {};
  const session = sessions.open(request, {
    version,
    capabilities,
  });
  const result = {
    protocolVersion: version,
    capabilities: await capabilitiesOf({ context, principal: request.principal, endpoint: request.endpoint, era: "legacy" }),
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  };
  sendJson(request.response, 200, JSON.stringify({ jsonrpc: "2.0", id, result }), ["Mcp-Session-Id", session.id]);
}

async function answerRequest(
  context: McpContext,
  { principal, endpoint, toolList, headers, response, arrivedAt }: McpRequest,
  { id, method, params }: RpcRequest,
  claim: DeclaredEra,
  session: Session | null,
  text: string,
): Promise<void> {
  const { inFlight, log } = context;
  const isModern = claim.era === "modern";
  const answer = new McpResponse(response, {
    id,
    isModern,
    acceptsStream: acceptsStream(headers),
    makeStream: () => (session ? session.makeStream() : new EventStream(null)),
  });
  const call: McpCall = {
    context,
    principal,
    endpoint,
    toolList,
    era: claim.era,
    capabilities: isModern ? claim.capabilities : (session?.capabilities ?? NOTHING),
    logLevel: isModern ? claim.logLevel : (session?.logLevel ?? "debug"),
    session,
    headers,
    text,
    id,
    method,
    params,
    answer,
    arrivedAt,
  };
  const release = isModern ? undefined : inFlight.add(session ?? principal, id, () => answer.cancel());
  try {
    const result = await answerMethod(call);
    if (result) answer.result(isModern && result["resultType"] === undefined ? { ...result, resultType: "complete" } : result);
  } catch (error) {
    if (error instanceof UnclearBody) answer.error(error, error.status);
    else if (error instanceof RpcError) answer.error(error);
    else {
      // The error's own message could disclose internals.
      logFault(log, "an MCP request failed", error, { method });
      answer.fault(refuseFault(error));
    }
  } finally {
    release?.();
  }
}

const NOTHING: JsonObject = {};
const NO_SESSION = new RpcError(
  -32001,
  "This session has ended, or belongs to another key or address. Start a new one with `initialize`.",
);
const SESSION_NEEDED = new RpcError(RPC_CODES.invalidRequest, "Send the Mcp-Session-Id that `initialize` gave you.");

const acceptsStream = ({ accept }: IncomingHttpHeaders): boolean => accept?.includes("text/event-stream") ?? false;

function refuse({ response }: McpRequest, status: number, id: RpcId | null, error: RpcError): void {
  sendJson(response, status, JSON.stringify(errorBody(id, error)));
}
