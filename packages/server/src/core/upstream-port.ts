import type { JsonObject } from "@countersign/protocol";
import type { RpcResult } from "./json-rpc.ts";

/** `offline` is tried again with growing pauses; `disabled` is an administrator's word. */
export type UpstreamStatus = "starting" | "online" | "offline" | "disabled";

/** Whose session at an upstream a request belongs to. No two peers share one, unless an administrator says so. */
export interface UpstreamPeer {
  /** Unique in the workspace: one for each client session, and one for each agent where its client has no session. */
  readonly key: string;
  readonly agentId: string;
  /** The client has gone; no connection is opened for it any more. */
  readonly isOver?: boolean;
  /** What its client declared at its own handshake; undefined where each request says so. */
  readonly capabilities?: JsonObject;
  /** The log level its client set; null or undefined while it has set none. */
  readonly logLevel?: string | null;
  /** A request of the upstream that belongs to no call. */
  onRequest?(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult>;
}

/** The peer of an agent whose client has no session, and of a call whose session is over. */
export const agentPeer = (agentId: string): UpstreamPeer => ({ key: `agent ${agentId}`, agentId });

/** Whose session an action runs in, and what reaches the client that proposed it while that client still waits. */
export interface ActionCaller {
  peer: UpstreamPeer;
  beside?: Pick<UpstreamExchange, "onNotification" | "onRequest">;
}

/** What runs beside one request to an upstream: who takes it back, and who answers what the upstream asks meanwhile. */
export interface UpstreamExchange {
  /** Left out for what the gate itself wants to know, such as lists: that goes over a connection which belongs to no agent. */
  peer?: UpstreamPeer;
  /** Aborting it takes the request back at the upstream, too. */
  signal: AbortSignal;
  /** `params` of `notifications/progress` without its token; without this function no progress is asked for. */
  onProgress?(params: JsonObject): void;
  /** Any other notification that belongs to this request, such as `notifications/message`. */
  onNotification?(method: string, params: JsonObject): void;
  /**
   * A request of the upstream to the client behind this call: `elicitation/create`, `sampling/createMessage`, `roots/list`.
   * Answers with the whole result or throws an `RpcError`; without this function the upstream is refused.
   */
  onRequest?(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult>;
  /** The upstream asked this during the request, and nobody could be asked. */
  onRefused?(method: string): void;
}

/** One MCP server behind the gate, as one process sees it. Results and errors are the upstream's own, whole. */
export interface Upstream {
  readonly workspaceId: string;
  readonly name: string;
  /** What its tools carry as their source; unique over all workspaces. */
  readonly source: string;
  readonly status: UpstreamStatus;
  /** Why it is offline, in words without secrets. */
  readonly problem: string | null;
  /** Of its answer to `initialize` or `server/discover`; empty while it never answered. */
  readonly capabilities: JsonObject;
  readonly instructions: string | null;
  /** Its sampling and elicitation reach clients. */
  readonly mayAsk: boolean;
  /** Put before the names of its tools and prompts, with `_`; empty for none. */
  readonly prefix: string;
  /**
   * Sends a request and gives back the whole `result`, `input_required` and `task` of a modern upstream included: whoever
   * asked carries those to its client. `params._meta` may hold `io.modelcontextprotocol/clientCapabilities` and
   * `…/logLevel`, of the client behind the call: a modern upstream is told these (none of them: an empty object), a legacy
   * one is sent no key of `io.modelcontextprotocol/`. A `progressToken` in it is not the upstream's business. Throws an `RpcError`: the upstream's own, or `-32603` naming the
   * upstream when it is offline, dies, or closes the connection.
   */
  request(method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
  /** Whether this peer has a connection of its own that is open now. */
  hasOwnConnection(peer: UpstreamPeer): boolean;
  /** Tells the upstream of something over the peer's own connection, where that is open. */
  notify(method: string, params: JsonObject, peer: UpstreamPeer): void;
  /** The peer has gone: its connection is closed. */
  endPeer(key: string): void;
}

/** What an upstream says outside any request: its lists changed, a resource was updated, it came or went. */
export interface UpstreamNotice {
  upstream: Upstream;
  /** The MCP method, as `notifications/tools/list_changed`; `status` when the upstream came online or went. */
  method: string;
  params: JsonObject;
  /** The key of the peer whose own connection it came over; undefined where it is meant for everybody. */
  peer?: string | undefined;
}

/** All upstreams this process speaks to. */
export interface Upstreams {
  ofWorkspace(workspaceId: string): readonly Upstream[];
  ofSource(source: string): Upstream | undefined;
  onNotice(listener: (notice: UpstreamNotice) => void): () => void;
  /** Whose session an action runs in, should this process execute it. */
  bind(actionId: string, caller: ActionCaller): void;
}
