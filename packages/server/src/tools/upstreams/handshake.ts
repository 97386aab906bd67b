import { isJsonObject, type JsonObject, type UpstreamEra } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { RpcPeer } from "./rpc-peer.ts";
import {
  CLIENT_INFO,
  LEGACY_CAPABILITIES,
  LEGACY_VERSIONS,
  legacyEra,
  MODERN_VERSION,
  modernEra,
  type HeaderParamsOf,
} from "./era.ts";
import { pause } from "./pauses.ts";

const INITIALIZED_MS = 1000;

/** Facts about a server from its answer to the handshake. */
export interface Greeting {
  protocolVersion: string;
  capabilities: JsonObject;
  serverInfo: JsonObject | null;
  instructions: string | null;
}

/**
 * Negotiates era and version, which the peer then uses. `capabilities` are the client's, declared to a legacy server. Throws an
 * `RpcError` whose message contains no secrets.
 */
export async function greet(
  connection: RpcPeer,
  era: UpstreamEra,
  headerParamsOf: HeaderParamsOf,
  signal: AbortSignal,
  capabilities: JsonObject = LEGACY_CAPABILITIES,
): Promise<Greeting> {
  if (era === "legacy") return initialize(connection, signal, capabilities);
  const modern = modernEra(headerParamsOf);
  connection.era = modern;
  connection.wire.agree(MODERN_VERSION, true);
  const discover = (): Promise<RpcResult> => connection.request("server/discover", {}, { signal });
  const found = await discover()
    // A server may reject a request although it lists the version sent as supported. One retry.
    .catch((error: unknown) => {
      if (!namesOurVersion(error)) throw error;
      return discover();
    })
    .then(readDiscovery)
    .catch((error: unknown) => {
      if (era === "modern" || !isRpcAnswer(error)) throw error;
      return undefined;
    });
  if (found) return found;
  if (era === "modern") throw new RpcError(RPC_CODES.unsupportedProtocolVersion, `does not speak MCP ${MODERN_VERSION}`);
  connection.era = undefined;
  connection.wire.agree("", false);
  return initialize(connection, signal, capabilities);
}

const namesOurVersion = (error: unknown): boolean =>
  error instanceof RpcError &&
  error.code === RPC_CODES.unsupportedProtocolVersion &&
  isJsonObject(error.data) &&
  Array.isArray(error.data["supported"]) &&
  error.data["supported"].includes(MODERN_VERSION);

/** Whether the server itself answered with an error. A broken stream does not show that it lacks the modern era. */
const isRpcAnswer = (error: unknown): boolean => error instanceof RpcError && error.name === "RpcError";

function readDiscovery(result: RpcResult): Greeting | undefined {
  const { supportedVersions, capabilities, instructions } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(MODERN_VERSION)) return undefined;
  const meta = isJsonObject(result["_meta"]) ? result["_meta"] : {};
  const info = meta["io.modelcontextprotocol/serverInfo"] ?? result["serverInfo"];
  return {
    protocolVersion: MODERN_VERSION,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: isJsonObject(info) ? info : null,
    instructions: typeof instructions === "string" ? instructions : null,
  };
}

async function initialize(connection: RpcPeer, signal: AbortSignal, declared: JsonObject): Promise<Greeting> {
  const params: JsonObject = {
    protocolVersion: LEGACY_VERSIONS[0] ?? "",
    capabilities: declared,
    clientInfo: CLIENT_INFO,
  };
  const result = await connection.request("initialize", params, { signal });
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  if (typeof protocolVersion !== "string" || !LEGACY_VERSIONS.includes(protocolVersion)) {
    const theirs = typeof protocolVersion === "string" ? protocolVersion.slice(0, 40) : "none";
    throw new RpcError(
      RPC_CODES.unsupportedProtocolVersion,
      `speaks protocol version ${theirs}; supported are ${LEGACY_VERSIONS.join(", ")}`,
    );
  }
  connection.era = legacyEra(protocolVersion);
  connection.wire.agree(protocolVersion, false);
  // A server may register tools on this notification, so lists are read after its delivery, or after 1 s if it is not answered.
  await Promise.race([connection.notify("notifications/initialized", {}), pause(INITIALIZED_MS, signal)]);
  return {
    protocolVersion,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: isJsonObject(serverInfo) ? serverInfo : null,
    instructions: typeof instructions === "string" ? instructions : null,
  };
}
