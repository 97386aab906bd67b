import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Endpoint } from "../core/endpoint.ts";
import type { Principal } from "../core/principal.ts";

/** Whether `tools/list` gives every tool or the search for them; `auto` depends on how many there are. */
export const TOOL_LISTS = ["auto", "all", "search"] as const;
export type ToolList = (typeof TOOL_LISTS)[number];

/** An authenticated request. */
export interface McpRequest {
  principal: Principal;
  /** Where the request arrived. The group of a group's endpoint is one of the principal's. */
  endpoint: Endpoint;
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
