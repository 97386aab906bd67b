import { ERRORS, isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import { parseBodyText } from "../transport/read-body.ts";

/** A body that two parsers could understand differently; nothing of it is stored. */
export class UnclearBody extends RpcError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(RPC_CODES.invalidParams, message);
    this.status = status;
  }
}

/**
 * Reads the arguments of a call that may require approval with the strict JSON reader, so that what is shown, stored and run is
 * the same. Throws `UnclearBody`.
 */
export function strictArguments({ text }: { text: string }): JsonObject {
  const read = parseBodyText(text);
  if (!read.ok) throw new UnclearBody(`${read.refusal.detail} Nothing has run.`, ERRORS[read.refusal.code].status);
  return argumentsOf(isJsonObject(read.value) && isJsonObject(read.value["params"]) ? read.value["params"] : {});
}

export const argumentsOf = (params: JsonObject): JsonObject => (isJsonObject(params["arguments"]) ? params["arguments"] : {});
