import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Principal } from "../core/principal.ts";

/** One request whose sender is known. */
export interface McpRequest {
  principal: Principal;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  /** `performance.now()` when it arrived. */
  arrivedAt: number;
}

/** The MCP front, as the HTTP listener hands requests to it. Each method writes the whole answer to `response`. */
export interface McpFront {
  /** `text` is valid UTF-8 of at most 1 MiB, and nothing more is known of it. */
  post(request: McpRequest, text: string): Promise<void>;
  openStream(request: McpRequest): void;
  endSession(request: McpRequest): void;
}
