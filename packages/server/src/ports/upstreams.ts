import type { JsonObject } from "@countersign/protocol";
import type { RpcResult } from "../core/json-rpc.ts";

/** `offline`: reconnecting with backoff; `disabled`: by an administrator. */
export type UpstreamStatus = "starting" | "online" | "offline" | "disabled";

/** Owner of a session at an upstream. Peers never share a session, unless an administrator allows it. */
export interface UpstreamPeer {
  /** Unique in the workspace: one per client session, and one per agent whose client has no session. */
  readonly key: string;
  readonly agentId: string;
  /** The client has disconnected; no session is opened for it any more. */
  readonly isOver?: boolean;
  /** Capabilities from the client's handshake; undefined if each request declares them. */
  readonly capabilities?: JsonObject;
  /** Log level that the client set; null or undefined if it set none. */
  readonly logLevel?: string | null;
  /** Handles an upstream's request that belongs to no call. */
  onRequest?(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult>;
}

/** Peer of an agent whose client has no session, and of a call whose session has ended. */
export const agentPeer = (agentId: string): UpstreamPeer => ({ key: `agent ${agentId}`, agentId });

/** The peer in whose session an action runs, and handlers that reach the proposing client while it still waits. */
export interface ActionCaller {
  peer: UpstreamPeer;
  beside?: Pick<UpstreamExchange, "onNotification" | "onRequest">;
}

/** Context of one request to an upstream: cancellation, and who answers what the upstream asks meanwhile. */
export interface UpstreamExchange {
  /** Omitted for the gate's own requests, such as lists, which use a session that belongs to no agent. */
  peer?: UpstreamPeer;
  /** Aborting it also cancels the request at the upstream. */
  signal: AbortSignal;
  /** Receives `params` of `notifications/progress` without the token. If absent, no progress is requested. */
  onProgress?(params: JsonObject): void;
  /** Receives any other notification of this request, such as `notifications/message`. */
  onNotification?(method: string, params: JsonObject): void;
  /**
   * Handles an upstream's request to the client behind this call: `elicitation/create`, `sampling/createMessage`, `roots/list`.
   * Returns the complete result or throws an `RpcError`. If absent, the upstream is refused.
   */
  onRequest?(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult>;
  /** Called when the upstream sent this request and no client could answer. */
  onRefused?(method: string): void;
}

/** One MCP server behind the gate, as seen by one process. Results and errors are passed on whole. */
export interface Upstream {
  readonly workspaceId: string;
  readonly name: string;
  /** Source of its tools; unique over all workspaces. */
  readonly source: string;
  readonly status: UpstreamStatus;
  /** Why it is offline, without secrets. */
  readonly problem: string | null;
  /** From its answer to `initialize` or `server/discover`; empty until it has answered. */
  readonly capabilities: JsonObject;
  readonly instructions: string | null;
  /** Whether its sampling and elicitation requests reach clients. */
  readonly mayAsk: boolean;
  /** Prefix of the names of its tools and prompts, joined with `_`; empty for none. */
  readonly prefix: string;
  /**
   * Sends a request and returns the complete `result`, including `input_required` and `task` of a modern upstream, which the
   * caller passes to its client. `params._meta` may contain `io.modelcontextprotocol/clientCapabilities` and `…/logLevel` of
   * the client behind the call: a modern upstream receives them (an empty object if there are none), a legacy one receives no
   * key of `io.modelcontextprotocol/`. A `progressToken` in it is never forwarded. Throws an `RpcError`: the upstream's own, or
   * `-32603` naming the upstream if it is offline, dies, or closes the stream.
   */
  request(method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
  /** Whether this peer has its own session, open now. */
  hasOwnConnection(peer: UpstreamPeer): boolean;
  /** Sends a notification over the peer's own session, if it is open. */
  notify(method: string, params: JsonObject, peer: UpstreamPeer): void;
  /** Closes the session of a peer that has disconnected. */
  endPeer(key: string): void;
}

/** A message of an upstream outside any request: lists changed, a resource was updated, it came online or went offline. */
export interface UpstreamNotice {
  upstream: Upstream;
  /** The MCP method, such as `notifications/tools/list_changed`; `status` if the upstream came online or went offline. */
  method: string;
  params: JsonObject;
  /** Key of the peer over whose session it arrived; undefined if it is for all peers. */
  peer?: string | undefined;
}

/** All upstreams this process connects to. */
export interface Upstreams {
  ofWorkspace(workspaceId: string): readonly Upstream[];
  ofSource(source: string): Upstream | undefined;
  onNotice(listener: (notice: UpstreamNotice) => void): () => void;
  /** Sets the peer in whose session the action runs, if this process executes it. */
  bind(actionId: string, caller: ActionCaller): void;
}
