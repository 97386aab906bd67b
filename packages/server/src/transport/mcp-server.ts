import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Principal } from "../core/principal.ts";

/** An authenticated request. */
export interface McpRequest {
  principal: Principal;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  /** `performance.now()` when it arrived. */
  arrivedAt: number;
}

/** Port through which the HTTP listener passes requests to the MCP server. Each method writes the whole response. */
export interface McpServer {
  /** `text` is valid UTF-8 of at most 1 MiB, and nothing more is known of it. */
  post(request: McpRequest, text: string): Promise<void>;
  openStream(request: McpRequest): void;
  endSession(request: McpRequest): void;
}
