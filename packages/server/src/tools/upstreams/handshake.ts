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

/** What a server said of itself. */
export interface Greeting {
  protocolVersion: string;
  capabilities: JsonObject;
  serverInfo: JsonObject | null;
  instructions: string | null;
}

/**
 * Settles the era and the version; the connection speaks it from then on. `capabilities` are what a legacy server is told of the
 * client. Throws an `RpcError` in words without secrets.
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
    // A server may refuse one request and name the version that was sent among those it speaks: then once more.
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

/** The server answered and does not know the modern era; a broken connection says nothing about that. */
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
      `speaks protocol version ${theirs}; known are ${LEGACY_VERSIONS.join(", ")}`,
    );
  }
  connection.era = legacyEra(protocolVersion);
  connection.wire.agree(protocolVersion, false);
  // What the server registers only now has to be there when its lists are read; one that leaves the notice unanswered is not waited for.
  await Promise.race([connection.notify("notifications/initialized", {}), pause(INITIALIZED_MS, signal)]);
  return {
    protocolVersion,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: isJsonObject(serverInfo) ? serverInfo : null,
    instructions: typeof instructions === "string" ? instructions : null,
  };
}
