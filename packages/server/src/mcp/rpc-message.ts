import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId, type RpcResult } from "../core/json-rpc.ts";

export interface RpcRequest {
  kind: "request";
  id: RpcId;
  method: string;
  params: JsonObject;
}

export type RpcMessage =
  | RpcRequest
  | { kind: "notification"; method: string; params: JsonObject }
  | { kind: "response"; id: RpcId; answer: { result: RpcResult } | { error: RpcError } };

/** A malformed message. `id` is the request's; null if it has no valid one. */
export interface RpcFault {
  kind: "fault";
  id: RpcId | null;
  error: RpcError;
}

const NO_PARAMS: JsonObject = {};

/** Parses one JSON-RPC message. Refuses batches, because each message has its own response or stream. */
export function readMessage(body: Json): RpcMessage | RpcFault {
  if (Array.isArray(body)) return fault(null, "Send one message at a time.");
  if (!isJsonObject(body) || body["jsonrpc"] !== "2.0") return fault(null, "The body is not a JSON-RPC 2.0 message.");
  const { id, method, params = NO_PARAMS } = body;
  const usable = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  if (typeof method === "string") {
    if (!isJsonObject(params)) return fault(usable, "`params` must be an object.");
    if (id === undefined) return { kind: "notification", method, params };
    return usable === null
      ? fault(null, "`id` must be a string or a number.")
      : { kind: "request", id: usable, method, params };
  }
  if (usable === null || method !== undefined) return fault(usable, "The body is not a JSON-RPC 2.0 message.");
  if (isJsonObject(body["result"])) return { kind: "response", id: usable, answer: { result: body["result"] } };
  if (isJsonObject(body["error"])) return { kind: "response", id: usable, answer: { error: readError(body["error"]) } };
  return fault(usable, "The body is not a JSON-RPC 2.0 message.");
}

function readError({ code, message, data }: JsonObject): RpcError {
  return new RpcError(
    typeof code === "number" ? code : RPC_CODES.internalError,
    typeof message === "string" ? message : "The client could not answer.",
    data,
  );
}

const fault = (id: RpcId | null, message: string): RpcFault => ({
  kind: "fault",
  id,
  error: new RpcError(RPC_CODES.invalidRequest, message),
});

export const errorBody = (id: RpcId | null, { code, message, data }: RpcError): JsonObject => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

export const objectAt = (holder: JsonObject | undefined, key: string): JsonObject | undefined => {
  const value = holder?.[key];
  return isJsonObject(value) ? value : undefined;
};

/** Returns the string at `key`, or an empty string. */
export const textAt = (holder: JsonObject, key: string): string => {
  const value = holder[key];
  return typeof value === "string" ? value : "";
};
