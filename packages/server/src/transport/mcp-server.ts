import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Principal } from "../core/principal.ts";

/** Whether `tools/list` gives every tool or the search for them; `auto` depends on how many there are. */
export const TOOL_LISTS = ["auto", "all", "search"] as const;
export type ToolList = (typeof TOOL_LISTS)[number];

/** An authenticated request. */
export interface McpRequest {
  principal: Principal;
  /** One of the principal's groups, to whose tools the endpoint is narrowed; null at `/mcp`, where all are served. */
  group: string | null;
  toolList: ToolList;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  /** Arrival time, from `performance.now()`. */
  arrivedAt: number;
}

/** Port through which the HTTP listener passes requests to the MCP server. Each method writes the whole response. */
export interface McpServer {
  /** `text` is valid UTF-8 of at most 1 MiB; nothing else about it is validated. */
  post(request: McpRequest, text: string): Promise<void>;
  openStream(request: McpRequest): void;
  endSession(request: McpRequest): void;
}
