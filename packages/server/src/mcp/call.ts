import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import type { RpcId } from "../core/json-rpc.ts";
import { WHOLE_ENDPOINT, type Endpoint } from "../core/endpoint.ts";
import type { Principal } from "../core/principal.ts";
import type { Upstreams } from "../ports/upstreams.ts";
import type { Log } from "../ports/log.ts";
import type { Engine } from "../ports/engine.ts";
import type { OpenStreams } from "../transport/open-streams.ts";
import type { AgentView, AgentViews } from "./agent-view.ts";
import type { InFlight } from "./in-flight.ts";
import type { McpResponse } from "./answer.ts";
import type { McpNotices } from "./notices.ts";
import type { StateCipher } from "./state-cipher.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import type { Suspended } from "./suspended.ts";
import type { TaskNames } from "./task-names.ts";
import type { ToolIndex } from "./tool-index.ts";
import type { ToolList } from "../transport/mcp-server.ts";
import type { UpstreamLists } from "./upstream-lists.ts";

/** What the MCP server asks of the gate. A person's decisions come in elsewhere. */
export interface McpEngine extends Pick<Engine, "checks" | "heldCalls" | "gateway" | "events"> {
  actions: Pick<Engine["actions"], "get" | "readResult" | "refinements">;
  comments: Pick<Engine["comments"], "reply" | "asked">;
  checkpoints: Pick<Engine["checkpoints"], "open" | "get">;
  decisions: Pick<Engine["decisions"], "answerInClient">;
  settlements: Pick<Engine["settlements"], "cancel">;
}

/** Shared by all calls. */
export interface McpContext {
  engine: McpEngine;
  upstreams: Upstreams;
  views: AgentViews;
  lists: UpstreamLists;
  toolIndex: ToolIndex;
  sessions: Sessions;
  notices: McpNotices;
  streams: OpenStreams;
  inFlight: InFlight;
  suspended: Suspended<McpCall>;
  stateCipher: StateCipher;
  taskNames: TaskNames;
  log: Log;
  /** Maximum hold of a response in seconds, unless the client receives progress. */
  holdSeconds: number;
  /** Milliseconds after which the response to a forwarded request becomes a stream. */
  relayStreamAfterMs: number;
  /** Base URL of the inbox, where people decide. */
  publicUrl: string;
  /** Aborted when the server stops. */
  closing: AbortSignal;
  /** Aborted when the workspace is no longer served by this process. */
  leaving(workspaceId: string): AbortSignal;
}

/** One request to the MCP server. The principal comes from the key alone, never from the message. */
export interface McpCall {
  context: McpContext;
  principal: Principal;
  /** Where the request arrived, see `McpRequest`. */
  endpoint: Endpoint;
  toolList: ToolList;
  era: "modern" | "legacy";
  /** Declared by the client in the request itself, or when it opened its session. */
  capabilities: JsonObject;
  logLevel: string | null;
  session: Session | null;
  headers: IncomingHttpHeaders;
  /** The body's text, for the strict JSON reader. */
  text: string;
  id: RpcId;
  method: string;
  params: JsonObject;
  answer: McpResponse;
  /** Arrival time, from `performance.now()`. Clients count their time-out from about then. */
  arrivedAt: number;
}

/** The agent's tools, whatever the endpoint: what it is told of its own calls does not depend on where it asks. */
export const ownTools = ({ context, principal }: Pick<McpCall, "context" | "principal">): AgentView | Promise<AgentView> =>
  context.views.of({ principal, endpoint: WHOLE_ENDPOINT });

export const metaOf = ({ params }: Pick<McpCall, "params">): JsonObject =>
  isJsonObject(params["_meta"]) ? params["_meta"] : {};

/** Whether the client declared the capability and can be asked now: in its session, or by `input_required`. */
export const declares = (call: McpCall, capability: string): boolean => {
  const declared = call.capabilities[capability];
  return isJsonObject(declared) && (call.era === "modern" || call.session !== null);
};

/** Whether the client can be asked by form; a client that names no mode supports forms. */
export function declaresForms(call: McpCall): boolean {
  const elicitation = call.capabilities["elicitation"];
  if (!declares(call, "elicitation") || !isJsonObject(elicitation)) return false;
  return isJsonObject(elicitation["form"]) || elicitation["url"] === undefined;
}
