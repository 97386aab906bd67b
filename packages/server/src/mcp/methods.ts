import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { subscribes } from "../core/upstream-requests.ts";
import { callTool } from "./call-tool.ts";
import type { McpCall } from "./call.ts";
import { META, SUPPORTED_VERSIONS, TASKS_EXTENSION } from "./era.ts";
import {
  cached,
  complete,
  getPrompt,
  listOf,
  listTools,
  readResource,
  subscribeResource,
  visibleUpstreams,
} from "./list-methods.ts";
import { listenFor } from "./listen.ts";
import { isLogLevel } from "./log-levels.ts";
import { peerOf } from "./peer-of.ts";
import { answerTask } from "./tasks.ts";
import { withoutLinks } from "./without-links.ts";

export const SERVER_INFO = { name: "countersign", title: "Countersign", version: "0.1.0" };
export const INSTRUCTIONS =
  "Calls that change something require a person's approval. A call with status `queued` has NOT run: wait with approval_wait or repeat the same call; only one approval is requested. A person may change the input; `effectiveInput` is then the input that ran.";

/** Returns undefined if no response remains to be sent. */
type Method = (call: McpCall) => Promise<RpcResult | undefined>;

const BOTH: Record<string, Method> = {
  "tools/list": listTools,
  "tools/call": async (call) => {
    const result = await callTool(call);
    return result && withoutLinks(call.session?.version, result);
  },
  "resources/list": (call) => listOf(call, "resources/list"),
  "resources/templates/list": (call) => listOf(call, "resources/templates/list"),
  "resources/read": readResource,
  "prompts/list": (call) => listOf(call, "prompts/list"),
  "prompts/get": getPrompt,
  "completion/complete": complete,
};

const METHODS: Record<McpCall["era"], ReadonlyMap<string, Method>> = {
  modern: new Map(
    Object.entries({
      ...BOTH,
      "server/discover": discover,
      "subscriptions/listen": listenFor,
      "tasks/get": answerTask,
      "tasks/update": answerTask,
      "tasks/cancel": answerTask,
    }),
  ),
  legacy: new Map(
    Object.entries({
      ...BOTH,
      ping: async () => ({}),
      "logging/setLevel": setLogLevel,
      "resources/subscribe": subscribeResource,
      "resources/unsubscribe": subscribeResource,
    }),
  ),
};

export function answerMethod(call: McpCall): Promise<RpcResult | undefined> {
  const method = METHODS[call.era].get(call.method);
  if (!method) throw new RpcError(RPC_CODES.methodNotFound, `There is no method ${call.method}.`);
  return method(call);
}

/** Returns the combined capabilities of the agent's upstreams and of the gate itself. */
export async function capabilitiesOf(call: Pick<McpCall, "context" | "principal" | "endpoint" | "era">): Promise<JsonObject> {
  const upstreams = await visibleUpstreams(call);
  const can = (capability: string): boolean => upstreams.some(({ capabilities }) => isJsonObject(capabilities[capability]));
  return {
    tools: { listChanged: true },
    // Always declared: results too large for a response are resources of the gate.
    resources: {
      ...(can("resources") && { listChanged: true }),
      ...(upstreams.some(({ capabilities }) => subscribes(capabilities)) && { subscribe: true }),
    },
    ...(can("prompts") && { prompts: { listChanged: true } }),
    ...(can("completions") && { completions: {} }),
    ...(can("logging") && { logging: {} }),
    ...(call.era === "modern" && { extensions: { [TASKS_EXTENSION]: {} } }),
  };
}

async function discover(call: McpCall): Promise<RpcResult> {
  return cached(call, {
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: await capabilitiesOf(call),
    instructions: INSTRUCTIONS,
    _meta: { [META.serverInfo]: SERVER_INFO },
  });
}

/** Sets the level for this client only. A session that several clients share is set to `debug`, and filtered here. */
async function setLogLevel(call: McpCall): Promise<RpcResult> {
  const { level } = call.params;
  if (!isLogLevel(level)) throw new RpcError(RPC_CODES.invalidParams, "`level` must be one of the eight levels of RFC 5424.");
  if (call.session) call.session.logLevel = level;
  const able = (await visibleUpstreams(call)).filter(({ capabilities }) => isJsonObject(capabilities["logging"]));
  const peer = peerOf(call);
  const { signal } = new AbortController();
  for (const upstream of able) {
    const isOwn = upstream.hasOwnConnection(peer);
    const set = isOwn
      ? upstream.request("logging/setLevel", { level }, { signal, peer })
      : upstream.request("logging/setLevel", { level: "debug" }, { signal });
    set.catch(() => undefined);
  }
  return {};
}
