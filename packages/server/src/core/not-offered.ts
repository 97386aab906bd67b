import { RPC_CODES, RpcError } from "./json-rpc.ts";

/** Requests that an upstream may send to a client, with the capability that the client must have declared. */
export const ASKABLE: ReadonlyMap<string, string> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** The client behind a call does not answer the upstream's request. */
export class NotOffered extends RpcError {
  readonly method: string;

  constructor(method: string, message = `The client of this call does not support ${method}.`) {
    super(RPC_CODES.methodNotFound, message);
    this.method = method;
  }
}

/** An upstream does not list a tool to a client with these capabilities. */
export class NotListed extends RpcError {
  readonly declared: readonly string[];

  constructor(message: string, declared: readonly string[]) {
    super(RPC_CODES.internalError, message);
    this.declared = declared;
  }
}
