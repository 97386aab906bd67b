import type { Json, JsonObject } from "@countersign/protocol";

export type RpcId = string | number;

/** Error codes of JSON-RPC 2.0 and MCP that this server uses. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Header and body of a request disagree. */
  headerMismatch: -32020,
  /** The client has not declared a capability that the request needs; `data.requiredCapabilities` lists it. */
  missingClientCapability: -32021,
  /** `data` holds `supported` and `requested`. */
  unsupportedProtocolVersion: -32022,
  /** Used by revisions before 2026-07-28. */
  resourceNotFound: -32002,
} as const;

/** A JSON-RPC error as sent to the peer; its message must not contain secrets. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** A complete result; fields that a revision or a vendor adds are kept. */
export type RpcResult = JsonObject;
