import type { JsonObject } from "@countersign/protocol";
import type { z } from "zod";
import type { RpcResult } from "../core/json-rpc.ts";
import type { McpCall } from "./call.ts";
import { tellRefusal } from "./tell-outcome.ts";

/** One of the MCP server's own tools. */
export interface BuiltInTool {
  definition: JsonObject & { name: string };
  /** Returns undefined when the client has disconnected; its next call gets the answer. */
  answer(call: McpCall, input: JsonObject): Promise<RpcResult | undefined>;
}

export const refuseInput = (error: z.ZodError): RpcResult =>
  tellRefusal({
    code: "INVALID_INPUT",
    detail: "The input does not match the tool's schema.",
    errors: error.issues.map(({ path, message }) => ({ path: ["", ...path].join("/"), message })),
  });
