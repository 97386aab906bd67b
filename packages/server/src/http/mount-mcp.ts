import type { IncomingMessage, ServerResponse } from "node:http";
import type { Histogram, Registry } from "prom-client";
import { upstreamName } from "@countersign/protocol";
import { WHOLE_ENDPOINT, type Endpoint } from "../core/endpoint.ts";
import { refuse, type Result } from "../core/refusal.ts";
import { refuseFault } from "../core/refuse-fault.ts";
import type { Log } from "../ports/log.ts";
import { logFault } from "../engine/log-fault.ts";
import type { Identity } from "../identity/identity.ts";
import { TOOL_LISTS, type McpServer, type ToolList } from "../transport/mcp-server.ts";
import { sendProblem } from "../transport/problem.ts";
import { decodeUtf8, incomingBody, readBytes, refuseLength, refuseType } from "../transport/read-body.ts";
import type { Settings } from "./settings.ts";
import type { ClientAddress } from "./client-address.ts";
import { guardHeaders } from "./guard-request.ts";
import { REFUSALS, refuseCredential } from "./identify.ts";
import type { KeyFailures } from "./key-failures.ts";
import { challengeOf } from "./resource-metadata.ts";
import { REQUEST_DURATION } from "./metrics.ts";
import type { RequestLimits } from "./request-limits.ts";
import { createWatchedKeys, type WatchedKeys } from "./watch-keys.ts";

export interface McpEndpointParts {
  identity: Pick<Identity, "recognise" | "oauth">;
  settings: Settings;
  metrics?: Registry;
  limits: RequestLimits;
  keyFailures: KeyFailures;
  clientAddress: ClientAddress;
  log: Log;
  mcpServer: McpServer;
  /** Ends what is open when its key ends. */
  watchedKeys?: WatchedKeys;
}

/** Handles a request to `/mcp`, or to the endpoint of a group or an upstream, before any web-standard adapter does. Returns false for every other path. */
export type McpEndpoint = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const PATH = "/mcp";
const NARROW_PATHS = { group: `${PATH}/g/`, server: `${PATH}/s/` } as const;
const METHODS = "GET, POST, DELETE";

/** The same for a group that does not exist: nobody learns which groups other keys have. */
const NO_SUCH_GROUP = refuse(
  "NOT_FOUND",
  `This key is not in a group with this name. ${PATH} serves the tools of all its groups.`,
).refusal;
/** A name that no upstream can have. One that none has is answered like an upstream whose tools the key does not have. */
const NO_SUCH_SERVER = refuse("NOT_FOUND", `This is not a valid name of an MCP server. ${PATH} serves all tools.`).refusal;
/** A token for the whole endpoint is valid at the narrower ones, too. */
const OTHER_ENDPOINT = refuse("UNAUTHENTICATED", "This token was issued for another MCP endpoint. Connect again.").refusal;
const UNKNOWN_LIST = refuse("INVALID_INPUT", `?tools= is one of ${TOOL_LISTS.join(", ")}.`).refusal;
const NOT_AN_AGENT = refuse("FORBIDDEN", "This is only for agents. Use an agent key (`csa_…`).").refusal;

/** Mounts the MCP server behind the same checks as every route: host and origin, key per request, size of the body. */
export function createMcpEndpoint({
  identity,
  settings,
  metrics,
  limits,
  keyFailures,
  clientAddress,
  log,
  mcpServer,
  watchedKeys = createWatchedKeys(log),
}: McpEndpointParts): McpEndpoint {
  const durations = metrics?.getSingleMetric(REQUEST_DURATION) as Histogram | undefined;

  async function answer(incoming: IncomingMessage, response: ServerResponse, endpoint: Endpoint): Promise<void> {
    const arrivedAt = performance.now();
    const { headers, method = "" } = incoming;
    const foreign = guardHeaders(headers, settings);
    if (foreign) return sendProblem(incoming, response, foreign);
    const { authorization } = headers;
    const challenge = (error?: string): Record<string, string> =>
      identity.oauth ? { "WWW-Authenticate": challengeOf(settings.publicUrl, pathOf(incoming.url ?? ""), error) } : {};
    if (authorization === undefined) return sendProblem(incoming, response, REFUSALS.none.refusal, challenge());
    const address = clientAddress(incoming);
    const known = identity.recognise(authorization, address);
    const found = known instanceof Promise ? await known : known;
    if (found.kind !== "principal") {
      const tooMany = keyFailures.count(address);
      if (tooMany) return sendProblem(incoming, response, tooMany);
      return sendProblem(incoming, response, refuseCredential(found).refusal, challenge("invalid_token"));
    }
    if (found.endpoint !== undefined && ![PATH, pathOf(incoming.url ?? "")].includes(found.endpoint))
      return sendProblem(incoming, response, OTHER_ENDPOINT, challenge("invalid_token"));
    const { principal } = found;
    const body = { length: headers["content-length"], encoding: headers["transfer-encoding"] };
    const limited = limits.refuse(principal, body);
    if (limited) return sendProblem(incoming, response, limited);
    if (principal.kind !== "agent") return sendProblem(incoming, response, NOT_AN_AGENT);
    if (endpoint.kind === "group" && !principal.groups.includes(endpoint.name))
      return sendProblem(incoming, response, NO_SUCH_GROUP);
    if (endpoint.kind === "server" && !upstreamName.safeParse(endpoint.name).success)
      return sendProblem(incoming, response, NO_SUCH_SERVER);
    const toolList = toolListAt(incoming.url ?? "");
    if (toolList === undefined) return sendProblem(incoming, response, UNKNOWN_LIST);
    const request = { principal, endpoint, toolList, headers, response, arrivedAt };
    // A client with a token of an hour renews it; what it holds open stays.
    if (found.endpoint === undefined)
      watchedKeys.watch(response, async () => (await identity.recognise(authorization, address)).kind === "principal");
    if (method === "GET") return mcpServer.openStream(request);
    if (method === "DELETE") return mcpServer.endSession(request);
    if (method !== "POST") {
      const { refusal } = refuse("METHOD_NOT_ALLOWED", `This address accepts ${METHODS}.`);
      return sendProblem(incoming, response, refusal, { Allow: METHODS });
    }
    const text = await readText(incoming);
    if (!text.ok) return sendProblem(incoming, response, text.refusal);
    return mcpServer.post(request, text.value);
  }

  return (incoming, outgoing) => {
    const endpoint = endpointAt(incoming.url ?? "");
    if (endpoint === undefined) return false;
    if (durations) measure(durations, incoming, outgoing, endpoint);
    answer(incoming, outgoing, endpoint).catch((error: unknown) => {
      if (outgoing.destroyed) return;
      logFault(log, "an MCP request failed", error, { method: incoming.method });
      if (outgoing.headersSent) return void outgoing.destroy();
      sendProblem(incoming, outgoing, refuseFault(error));
    });
    return true;
  };
}

/** Measures until the response is sent, a stream's whole duration included. Aborted responses are not counted. */
function measure(durations: Histogram, { method = "" }: IncomingMessage, outgoing: ServerResponse, endpoint: Endpoint): void {
  const began = performance.now();
  outgoing.once("finish", () => {
    const route = endpoint.kind === "all" ? PATH : `${NARROW_PATHS[endpoint.kind]}{${endpoint.kind}}`;
    durations.observe({ method, route, status: String(outgoing.statusCode) }, (performance.now() - began) / 1000);
  });
}

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

/** Whether there can be an MCP endpoint at this path. */
export const hasMcpPath = (path: string): boolean => endpointAt(path) !== undefined;

/** Returns undefined for an address that is no MCP endpoint. */
function endpointAt(url: string): Endpoint | undefined {
  const path = pathOf(url);
  if (path === PATH) return WHOLE_ENDPOINT;
  for (const kind of ["group", "server"] as const) {
    const prefix = NARROW_PATHS[kind];
    if (path.startsWith(prefix)) return { kind, name: decodeName(path.slice(prefix.length)) };
  }
  return undefined;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No group and no upstream has this name.
    return "";
  }
}

function toolListAt(url: string): ToolList | undefined {
  const [, query = ""] = url.split("?", 2);
  const wanted = new URLSearchParams(query).get("tools") ?? "auto";
  return TOOL_LISTS.find((known) => known === wanted);
}

async function readText(incoming: IncomingMessage): Promise<Result<string>> {
  const body = incomingBody(incoming);
  const refused = refuseLength(body) ?? refuseType(body);
  if (refused) return refused;
  const bytes = await readBytes(body);
  return bytes.ok ? decodeUtf8(bytes.value) : bytes;
}
