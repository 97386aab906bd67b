import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import { decodeHeaderValue, MODERN_VERSION, NAMED_BY } from "../core/mcp-headers.ts";
import { objectAt, type RpcMessage } from "./rpc-message.ts";

/** Newest first; the first is offered to a client that requests an unknown version. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const SUPPORTED_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS];

const PREFIX = "io.modelcontextprotocol/";
export const META = {
  protocolVersion: `${PREFIX}protocolVersion`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  clientInfo: `${PREFIX}clientInfo`,
  serverInfo: `${PREFIX}serverInfo`,
  logLevel: `${PREFIX}logLevel`,
  subscriptionId: `${PREFIX}subscriptionId`,
} as const;
export const TASKS_EXTENSION = `${PREFIX}tasks`;

/** The era that a message declares: modern requests each carry their version, legacy ones rely on their session. */
export type DeclaredEra =
  | { era: "modern"; version: string; capabilities: JsonObject; logLevel: string | null }
  | { era: "legacy" };

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === "string" ? value.trim() : undefined;
};

/** Reads the declared era. Throws an `RpcError` if headers and body do not make one complete request of 2026-07-28. */
export function readClaim(message: RpcMessage, headers: IncomingHttpHeaders): DeclaredEra {
  if (message.kind === "response") return { era: "legacy" };
  const meta = objectAt(message.params, "_meta");
  const claimed = meta?.[META.protocolVersion];
  const named = header(headers, "mcp-protocol-version");
  const isModernHeader = named === MODERN_VERSION;
  if (claimed === undefined) {
    if (!isModernHeader) {
      const isKnown = named === undefined || message.method === "initialize" || SUPPORTED_VERSIONS.includes(named);
      if (!isKnown) throw unsupported(named);
      return { era: "legacy" };
    }
    if (message.kind === "notification") return { era: "legacy" };
    if (message.method === "initialize")
      throw mismatch("initialize does not exist in the version that MCP-Protocol-Version names");
    throw new RpcError(RPC_CODES.invalidParams, `\`_meta\` lacks ${META.protocolVersion}.`);
  }
  if (typeof claimed !== "string") throw new RpcError(RPC_CODES.invalidParams, `${META.protocolVersion} must be a string.`);
  const capabilities = objectAt(meta, META.clientCapabilities);
  const logLevel = meta?.[META.logLevel];
  if (message.kind === "request") checkRequest(message, headers, { claimed, named, capabilities });
  return {
    era: "modern",
    version: claimed,
    capabilities: capabilities ?? {},
    logLevel: typeof logLevel === "string" ? logLevel : null,
  };
}

function checkRequest(
  { method, params }: Extract<RpcMessage, { kind: "request" }>,
  headers: IncomingHttpHeaders,
  { claimed, named, capabilities }: { claimed: string; named: string | undefined; capabilities: JsonObject | undefined },
): void {
  if (named !== claimed) throw mismatch(`MCP-Protocol-Version is ${shown(named)} but the body has ${shown(claimed)}`);
  if (claimed !== MODERN_VERSION) {
    throw unsupported(claimed);
  }
  if (!capabilities) throw new RpcError(RPC_CODES.invalidParams, `\`_meta\` lacks the object ${META.clientCapabilities}.`);
  const saidMethod = header(headers, "mcp-method");
  if (saidMethod !== method) throw mismatch(`Mcp-Method is ${shown(saidMethod)} but the body has ${shown(method)}`);
  const field = NAMED_BY.get(method);
  const name = field === undefined ? undefined : params[field];
  if (typeof name !== "string") return;
  const said = header(headers, "mcp-name");
  const saidName = said === undefined ? undefined : decodeHeaderValue(said);
  if (saidName !== name) throw mismatch(`Mcp-Name is ${shown(said)} but the body has ${shown(name)}`);
}

const unsupported = (requested: string): RpcError =>
  new RpcError(RPC_CODES.unsupportedProtocolVersion, "This server does not support this protocol version.", {
    supported: SUPPORTED_VERSIONS,
    requested,
  });

const shown = (value: string | undefined): string => (value === undefined ? "missing" : JSON.stringify(value.slice(0, 200)));

export const mismatch = (what: string): RpcError =>
  new RpcError(RPC_CODES.headerMismatch, `The headers and the body do not match: ${what}.`);
