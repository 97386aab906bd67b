import type { JsonObject } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Endpoint } from "../core/endpoint.ts";
import type { Principal } from "../core/principal.ts";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import { isRequestSource, upstreamSource, upstreamSourceOf } from "../core/upstream-requests.ts";
import { findParamHeaders, type ParamHeader } from "../core/mcp-headers.ts";
import { objectProperties } from "../core/well-formed.ts";
import type { Engine } from "../ports/engine.ts";
import { RESERVED_NAMES } from "../core/tool-names.ts";

/** Maximum age of a view, for changes that send no notification, such as a right of the key. */
const KEPT_MS = 1000;
/** Lowest risk for which a client is told that the call is destructive. */
const DESTRUCTIVE_RISK = 4;

/** Whose tools a view has, and at which endpoint: of a group or an upstream, only those that this gives the agent. */
export interface Viewer {
  principal: Principal;
  endpoint: Endpoint;
}

/** One agent's tools at one endpoint, built once and used for every call until something changes. */
export interface AgentView {
  /** The agent's groups that count at this endpoint. */
  groups: readonly string[];
  byExposedName: ReadonlyMap<string, GatewayTool>;
  byName: ReadonlyMap<string, GatewayTool>;
  /** Requests other than tool calls that the agent may send, keyed by the upstream's source and the method. */
  requests: ReadonlyMap<string, GatewayTool>;
  /** Sources of the upstreams of which the agent sees at least one tool. */
  sources: ReadonlySet<string>;
  /** Source of the only upstream that the endpoint serves; null if it may serve others. */
  onlySource: string | null;
  /** Tools for `tools/list`, without the built-in ones; those that the client cannot serve are still left out. */
  listed: readonly JsonObject[];
  /** `listed` and the tools' client needs as text, compared to detect a change. */
  text: string;
  paramHeaders: ReadonlyMap<string, readonly ParamHeader[]>;
}

export interface AgentViews {
  of(viewer: Viewer): AgentView | Promise<AgentView>;
  /** Reads the current view instead of a cached one, for `tools/list`. */
  read(viewer: Viewer): Promise<AgentView>;
  close(): void;
}

export function createAgentViews(
  engine: Pick<Engine, "events"> & { gateway: Pick<Engine["gateway"], "tools"> },
  now: () => number = () => performance.now(),
): AgentViews {
  const views = new Map<string, { until: number; view: AgentView | Promise<AgentView>; workspaceId: string }>();
  const listening = new Map<string, () => void>();

  /** Any event of a workspace may concern its tools; reading them again costs one statement. */
  const forget = (workspaceId: string): void => {
    for (const [key, kept] of views) if (kept.workspaceId === workspaceId) views.delete(key);
  };

  async function read({ principal, endpoint }: Viewer): Promise<AgentView> {
    const tools = await engine.gateway.tools(principal);
    if (!tools.ok) throw new RpcError(RPC_CODES.invalidRequest, tools.refusal.detail);
    // Exposed names were chosen among all of the agent's tools, so a tool has the same name at each endpoint.
    const counts = (group: string): boolean => endpoint.kind !== "group" || group === endpoint.name;
    const onlySource = endpoint.kind === "server" ? upstreamSource(principal.workspaceId, endpoint.name) : null;
    const isServed = (source: string): boolean => onlySource === null || upstreamSourceOf(source) === onlySource;
    const held = tools.value.filter(({ groups, source }) => groups.some(counts) && isServed(source));
    return makeView(held, principal.groups.filter(counts), onlySource);
  }

  return {
    read,
    of(viewer) {
      const { principal: by, endpoint } = viewer;
      const key = JSON.stringify([by.workspaceId, by.id, by.groups, endpoint.kind, endpoint.name]);
      const kept = views.get(key);
      if (kept && kept.until > now()) return kept.view;
      if (!listening.has(by.workspaceId))
        listening.set(
          by.workspaceId,
          engine.events.onChange(by.workspaceId, () => forget(by.workspaceId)),
        );
      const view = read(viewer);
      const entry = { until: now() + KEPT_MS, view: view as AgentView | Promise<AgentView>, workspaceId: by.workspaceId };
      views.set(key, entry);
      view.then(
        (made) => (entry.view = made),
        () => views.get(key) === entry && views.delete(key),
      );
      return view;
    },
    close() {
      for (const stop of listening.values()) stop();
      views.clear();
    },
  };
}

/** If names collide, the MCP server's own tool wins, in the list as in a call. */
function makeView(tools: readonly GatewayTool[], groups: readonly string[], onlySource: string | null): AgentView {
  const taken = new Set(RESERVED_NAMES);
  const requests = tools.filter(({ source }) => isRequestSource(source));
  const seen = tools.filter(({ exposedName, source }) => !taken.has(exposedName) && !isRequestSource(source));
  const listed = seen.map(toMcpTool);
  return {
    groups,
    byExposedName: new Map(seen.map((tool) => [tool.exposedName, tool])),
    byName: new Map([...seen, ...requests].map((tool) => [tool.name, tool])),
    requests: new Map(requests.map((tool) => [`${upstreamSourceOf(tool.source)} ${tool.upstreamName}`, tool])),
    sources: new Set(seen.map(({ source }) => source)),
    onlySource,
    listed,
    text: JSON.stringify([listed, seen.map(({ clientNeeds }) => clientNeeds)]),
    paramHeaders: new Map(
      seen.flatMap(({ exposedName, inputSchema }) => {
        const headers = findParamHeaders(inputSchema);
        return headers.length === 0 ? [] : [[exposedName, headers] as const];
      }),
    ),
  };
}

function toMcpTool(tool: GatewayTool): JsonObject {
  if (tool.definition) {
    const { outputSchema, ...definition } = tool.definition;
    return {
      ...definition,
      name: tool.exposedName,
      description: tool.description,
      // Omitted if the call may wait: its first answer is text about the wait, which does not match the schema.
      ...(outputSchema !== undefined && tool.approval === "never" && tool.routingRules === null && { outputSchema }),
    };
  }
  return {
    name: tool.exposedName,
    ...(tool.title !== null && { title: tool.title }),
    description: tool.description,
    inputSchema: objectProperties({ ...tool.inputSchema, type: "object" }),
    // Derived from the administrator's settings; the tool author's own annotations would be hints at most.
    annotations: {
      readOnlyHint: tool.risk === 0 && tool.approval === "never",
      destructiveHint: tool.risk >= DESTRUCTIVE_RISK,
    },
  };
}
