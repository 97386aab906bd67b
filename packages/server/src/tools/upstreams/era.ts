import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { encodeHeaderValue, paramHeaders, type HeaderParam } from "./param-headers.ts";

/** Newest first. The first is requested; a server may choose any other. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const MODERN_VERSION = "2026-07-28";

export const CLIENT_INFO: JsonObject = { name: "countersign", title: "Countersign", version: "0.1.0" };
/** All capabilities a client of the gate may have. Whether a call's client has one is checked when the server requests it. */
export const LEGACY_CAPABILITIES: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

const NAMESPACE = "io.modelcontextprotocol/";
/** Parameters of a tool that a modern server expects as headers, too. */
export type HeaderParamsOf = (toolName: string) => readonly HeaderParam[];

export interface PreparedRequest {
  params: JsonObject;
  headers: Record<string, string>;
}

/** Request format of one protocol era, chosen by the handshake. */
export interface Era {
  readonly version: string;
  readonly isModern: boolean;
  prepare(method: string, params: JsonObject, progressToken: number | undefined): PreparedRequest;
}

/** Removes the modern envelope from `_meta`: a legacy server learned version, client and capabilities from `initialize`. */
export const legacyEra = (version: string): Era => ({
  version,
  isModern: false,
  prepare(_method, params, progressToken) {
    const { envelope: _, meta } = splitMeta(params);
    return { params: withMeta(params, withToken(meta, progressToken)), headers: {} };
  },
});

/** Adds version, client and capabilities to the `_meta` of every request; method, name and header parameters as headers. */
export const modernEra = (headerParamsOf: HeaderParamsOf): Era => ({
  version: MODERN_VERSION,
  isModern: true,
  prepare(method, params, progressToken) {
    const { envelope, meta } = splitMeta(params);
    const told: JsonObject = {
      ...withToken(meta, progressToken),
      ...(envelope["logLevel"] !== undefined && { [`${NAMESPACE}logLevel`]: envelope["logLevel"] }),
      [`${NAMESPACE}protocolVersion`]: MODERN_VERSION,
      [`${NAMESPACE}clientInfo`]: CLIENT_INFO,
      [`${NAMESPACE}clientCapabilities`]: isJsonObject(envelope["clientCapabilities"]) ? envelope["clientCapabilities"] : {},
    };
    const headers: Record<string, string> = { "Mcp-Method": method };
    const name = nameIn(method, params);
    if (name !== undefined) headers["Mcp-Name"] = encodeHeaderValue(name);
    if (method === "tools/call" && name !== undefined) {
      Object.assign(headers, paramHeaders(headerParamsOf(name), params["arguments"] ?? {}));
    }
    return { params: withMeta(params, told), headers };
  },
});

const nameIn = (method: string, params: JsonObject): string | undefined => {
  const key = method === "resources/read" ? "uri" : method.startsWith("tasks/") ? "taskId" : "name";
  const named = ["tools/call", "prompts/get", "resources/read"].includes(method) || method.startsWith("tasks/");
  const value = named ? params[key] : undefined;
  return typeof value === "string" ? value : undefined;
};

function splitMeta(params: JsonObject): { envelope: Record<string, Json>; meta: JsonObject } {
  const given = params["_meta"];
  const envelope: Record<string, Json> = {};
  const meta: JsonObject = {};
  for (const [key, value] of isJsonObject(given) ? Object.entries(given) : []) {
    if (["protocolVersion", "clientInfo", "clientCapabilities", "logLevel"].some((own) => key === NAMESPACE + own)) {
      envelope[key.slice(NAMESPACE.length)] = value;
    } else if (key !== "progressToken") {
      Object.defineProperty(meta, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }
  return { envelope, meta };
}

const withToken = (meta: JsonObject, progressToken: number | undefined): JsonObject =>
  progressToken === undefined ? meta : { ...meta, progressToken };

function withMeta(params: JsonObject, meta: JsonObject): JsonObject {
  const { _meta: _, ...rest } = params;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}
