import type { Json, JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId } from "../../core/json-rpc.ts";
import { NotOffered } from "../../core/not-offered.ts";
import type { UpstreamExchange } from "../../ports/upstreams.ts";

export interface ServerRequests {
  /** Answers or forwards a request; refuses an unknown method. */
  take(id: RpcId, method: string, params: JsonObject, of: number | undefined): void;
  refuse(id: RpcId, why: string): void;
  /** Cancels a request that the server has cancelled. */
  cancel(id: Json | undefined): void;
  cancelAll(): void;
}

/** Maximum open requests of a server; more are refused, since each may be on a person's screen. */
const MAX_AT_ONCE = 32;
const FOR_THE_CLIENT: readonly string[] = ["elicitation/create", "sampling/createMessage", "roots/list"];

/** Answers a server's pings itself. Forwards other requests to the client behind the call they belong to, and to no other. */
export function answerServer(options: {
  name: string;
  send(message: JsonObject): Promise<void>;
  exchangeOf(of: number | undefined, method: string): UpstreamExchange | undefined;
}): ServerRequests {
  const { send, exchangeOf } = options;
  const running = new Map<RpcId, AbortController>();

  const refuse = (id: RpcId, code: number, message: string): Promise<void> =>
    send({ jsonrpc: "2.0", id, error: { code, message } });

  async function pass(id: RpcId, method: string, params: JsonObject, exchange: UpstreamExchange): Promise<void> {
    const taken = new AbortController();
    running.set(id, taken);
    try {
      const signal = AbortSignal.any([taken.signal, exchange.signal]);
      const result = await exchange.onRequest?.(method, params, signal);
      if (!taken.signal.aborted && result) await send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (taken.signal.aborted) return;
      if (error instanceof NotOffered) exchange.onRefused?.(method);
      const known = error instanceof RpcError ? error : new RpcError(RPC_CODES.internalError, "The client could not answer.");
      const { code, message, data } = known;
      await send({ jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } });
    } finally {
      running.delete(id);
    }
  }

  return {
    take(id, method, params, of) {
      if (method === "ping") return void send({ jsonrpc: "2.0", id, result: {} });
      if (!FOR_THE_CLIENT.includes(method)) return void refuse(id, RPC_CODES.methodNotFound, "The client has no such method.");
      if (running.has(id)) return void refuse(id, RPC_CODES.invalidRequest, "A request with this id is already running.");
      if (running.size >= MAX_AT_ONCE) return void refuse(id, RPC_CODES.internalError, "Too many requests at once.");
      const exchange = exchangeOf(of, method);
      if (!exchange?.onRequest) {
        exchange?.onRefused?.(method);
        const why = "There is no client that can answer, or it is unclear which one.";
        return void refuse(id, RPC_CODES.methodNotFound, why);
      }
      return void pass(id, method, params, exchange);
    },
    refuse: (id, why) => void refuse(id, RPC_CODES.internalError, why),
    cancel(id) {
      if (typeof id === "string" || typeof id === "number") running.get(id)?.abort();
    },
    cancelAll() {
      for (const taken of running.values()) taken.abort();
    },
  };
}
