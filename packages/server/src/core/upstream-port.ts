import type { JsonObject } from "@countersign/protocol";
import type { RpcResult } from "./json-rpc.ts";

/** `offline` is tried again with growing pauses; `disabled` is an administrator's word. */
export type UpstreamStatus = "starting" | "online" | "offline" | "disabled";

/** What runs beside one request to an upstream: who takes it back, and who answers what the upstream asks meanwhile. */
export interface UpstreamExchange {
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
  notify(method: string, params: JsonObject): void;
}

/** What an upstream says outside any request: its lists changed, a resource was updated, it came or went. */
export interface UpstreamNotice {
  upstream: Upstream;
  /** The MCP method, as `notifications/tools/list_changed`; `status` when the upstream came online or went. */
  method: string;
  params: JsonObject;
}

/** All upstreams this process speaks to. */
export interface Upstreams {
  ofWorkspace(workspaceId: string): readonly Upstream[];
  ofSource(source: string): Upstream | undefined;
  onNotice(listener: (notice: UpstreamNotice) => void): () => void;
}
