import type { JsonObject, UpstreamEra } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { UpstreamExchange, UpstreamPeer } from "../../ports/upstreams.ts";
import { openConnection } from "./rpc-peer.ts";
import { NotListed } from "../../core/not-offered.ts";
import { LEGACY_CAPABILITIES } from "./era.ts";
import { greet } from "./handshake.ts";
import { listTools } from "./list-tools.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import { printTools, type ToolPrints } from "./tool-prints.ts";
import type { OpenWire } from "./wire.ts";

export interface PeerConnection {
  readonly running: number;
  /** URIs of subscribed resources. A session with subscriptions is closed neither when idle nor for another agent. */
  readonly subscriptions: ReadonlySet<string>;
  request(method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
  notify(method: string, params: JsonObject): void;
  close(problem: string): Promise<void>;
}

export interface PeerConnectionOptions {
  /** Name of the upstream, for messages to people and agents. */
  name: string;
  era: UpstreamEra;
  open: OpenWire;
  /** Hashes of the definitions that were vetted, as listed to the catalogue's session. */
  vetted(): ToolPrints;
  onNotice(peer: UpstreamPeer, method: string, params: JsonObject): void;
  onFault(fault: string): void;
}

const GREET_MS = 60_000;
const TOOLS_CHANGED = "notifications/tools/list_changed";

/**
 * Opens a session for one peer alone. A tool is called only while it is defined as in the catalogue's session, where definitions
 * are vetted, because a server may define it differently in each session.
 */
export async function openPeerConnection(
  { name, era, open, vetted, onNotice, onFault }: PeerConnectionOptions,
  peer: UpstreamPeer,
  onEnd: () => void,
): Promise<PeerConnection> {
  const life = new AbortController();
  const subscriptions = new Set<string>();
  let listed: Promise<ToolPrints> | undefined;
  const connection = await openConnection(name, open, {
    onEnd,
    onFault,
    onNotice(method, params) {
      if (method === TOOLS_CHANGED) listed = undefined;
      onNotice(peer, method, params);
    },
    ...(peer.onRequest && { onRequest: (...asked) => askPeer(peer, ...asked) }),
  });
  const limit = AbortSignal.timeout(GREET_MS);
  const greeting = await greet(connection, era, () => [], limit, declaredOf(peer)).catch(async (error: unknown) => {
    await connection.close("was disconnected");
    throw error;
  });
  listenForChanges(connection, greeting.capabilities, life.signal);
  const level = peer.logLevel ?? null;
  if (level !== null && greeting.capabilities["logging"] !== undefined) {
    connection.request("logging/setLevel", { level }, { signal: life.signal }).catch(() => undefined);
  }

  async function refuseUnvetted(tool: unknown): Promise<void> {
    if (typeof tool !== "string") return;
    const accepted = vetted().get(tool);
    // A tool that the catalogue does not list has no vetted definition to compare with. The server answers the call.
    if (accepted === undefined) return;
    listed ??= listTools(connection, AbortSignal.timeout(GREET_MS), onFault).then(printTools);
    const reading = listed;
    const own = await reading.catch((error: unknown) => {
      if (listed === reading) listed = undefined;
      throw error;
    });
    const print = own.get(tool);
    if (print === accepted) return;
    listed = undefined;
    const received = "The upstream did not receive the call.";
    if (print === undefined) {
      const why =
        "does not offer this tool to this client, which may lack a required capability such as sampling or elicitation";
      const declared = Object.keys(declaredOf(peer));
      // If all known capabilities were declared, the server omits the tool for another reason.
      const isLess = declared.length < Object.keys(LEGACY_CAPABILITIES).length;
      throw isLess
        ? new NotListed(`${name} ${why}. ${received}`, declared)
        : new RpcError(RPC_CODES.internalError, `${name} ${why}. ${received}`);
    }
    const why = "has another definition of this tool in this session than the reviewed one";
    throw new RpcError(RPC_CODES.internalError, `${name} ${why}. ${received}`);
  }

  return {
    get running() {
      return connection.running;
    },
    subscriptions,
    async request(method, params, exchange) {
      if (method === "tools/call") await refuseUnvetted(params["name"]);
      const result = await connection.request(method, params, exchange);
      const { uri } = params;
      if (typeof uri === "string" && method === "resources/subscribe") subscriptions.add(uri);
      if (typeof uri === "string" && method === "resources/unsubscribe") subscriptions.delete(uri);
      return result;
    },
    notify: (method, params) => void connection.notify(method, params),
    async close(problem) {
      life.abort();
      await connection.close(problem);
    },
  };
}

/** Capabilities declared to a legacy server: those of the peer's client, or all known ones for a client without a session. */
function declaredOf({ capabilities }: UpstreamPeer): JsonObject {
  if (capabilities === undefined) return LEGACY_CAPABILITIES;
  const known = Object.keys(LEGACY_CAPABILITIES).filter((key) => capabilities[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, capabilities[key] ?? {}]));
}

function askPeer(peer: UpstreamPeer, method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult> {
  if (!peer.onRequest) throw new RpcError(RPC_CODES.methodNotFound, "The client does not support questions.");
  return peer.onRequest(method, params, signal);
}
