import type { Json, JsonObject } from "@countersign/protocol";

export type RpcId = string | number;

/** The codes of JSON-RPC 2.0 and of MCP that this server speaks of. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Header and body of a request disagree. */
  headerMismatch: -32020,
  /** The client has not declared what the request needs; `data.requiredCapabilities` says it. */
  missingClientCapability: -32021,
  /** `data` holds `supported` and `requested`. */
  unsupportedProtocolVersion: -32022,
  /** Of revisions before 2026-07-28. */
  resourceNotFound: -32002,
} as const;

/** An error of the protocol, as it goes over the wire; its words reach the other side, so they hold no secret. */
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

/** Whole results pass through us: whatever fields an era or a vendor adds are kept. */
export type RpcResult = JsonObject;
