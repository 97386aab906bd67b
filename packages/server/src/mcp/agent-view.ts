import type { JsonObject } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Principal } from "../core/principal.ts";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import { isRequestSource, upstreamSourceOf } from "../core/upstream-requests.ts";
import { findParamHeaders, type ParamHeader } from "../core/mcp-headers.ts";
import { objectProperties } from "../core/well-formed.ts";
import type { Engine } from "../engine/engine.ts";
import type { PolicyEngine } from "../engine/policy-engine.ts";
import { APPROVAL_TOOL_DEFINITIONS } from "./approval-tool-definitions.ts";

/** What changed elsewhere without a word, such as a right of the key, is seen after this long. */
const KEPT_MS = 1000;
/** From this risk on a client is told that a call destroys. */
const DESTRUCTIVE_RISK = 4;

/** The tools as one agent sees them, made once and used for every call until something changes. */
export interface AgentView {
  byExposedName: ReadonlyMap<string, GatewayTool>;
  byName: ReadonlyMap<string, GatewayTool>;
  /** What it may ask of upstreams beside their tools, by the upstream's source and the method. */
  requests: ReadonlyMap<string, GatewayTool>;
  /** Sources of upstreams it sees at least one tool of. */
  sources: ReadonlySet<string>;
  /** As `tools/list` answers. */
  listed: readonly JsonObject[];
  /** The same as text, with what clients need for them, to tell a change by. */
  text: string;
  paramHeaders: ReadonlyMap<string, readonly ParamHeader[]>;
}

export interface AgentViews {
  of(by: Principal): AgentView | Promise<AgentView>;
  /** As it is now, for whoever asks for the list itself. */
  read(by: Principal): Promise<AgentView>;
  close(): void;
}

export function createAgentViews(
  engine: Pick<Engine, "onChange"> & Pick<PolicyEngine, "gatewayTools">,
  now: () => number = () => performance.now(),
): AgentViews {
  const views = new Map<string, { until: number; view: AgentView | Promise<AgentView>; workspaceId: string }>();
  const listening = new Map<string, () => void>();

  /** Every event of a workspace may be one of its tools; reading them again is one statement. */
  const forget = (workspaceId: string): void => {
    for (const [key, kept] of views) if (kept.workspaceId === workspaceId) views.delete(key);
  };

  async function read(by: Principal): Promise<AgentView> {
    const tools = await engine.gatewayTools(by);
    if (!tools.ok) throw new RpcError(RPC_CODES.invalidRequest, tools.refusal.detail);
    return makeView(tools.value);
  }

  return {
    read,
    of(by) {
      const key = `${by.workspaceId} ${by.id} ${by.groups.join(" ")}`;
      const kept = views.get(key);
      if (kept && kept.until > now()) return kept.view;
      if (!listening.has(by.workspaceId))
        listening.set(
          by.workspaceId,
          engine.onChange(by.workspaceId, () => forget(by.workspaceId)),
        );
      const view = read(by);
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

/** On a name they share the front's own tool wins, in the list as in a call. */
function makeView(tools: readonly GatewayTool[]): AgentView {
  const own = APPROVAL_TOOL_DEFINITIONS;
  const taken = new Set(own.map(({ name }) => name));
  const requests = tools.filter(({ source }) => isRequestSource(source));
  const seen = tools.filter(({ exposedName, source }) => !taken.has(exposedName) && !isRequestSource(source));
  const listed = [...seen.map(toMcpTool), ...own];
  return {
    byExposedName: new Map(seen.map((tool) => [tool.exposedName, tool])),
    byName: new Map([...seen, ...requests].map((tool) => [tool.name, tool])),
    requests: new Map(requests.map((tool) => [`${upstreamSourceOf(tool.source)} ${tool.upstreamName}`, tool])),
    sources: new Set(seen.map(({ source }) => source)),
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
      // A call that waits for a person answers with words about it first, which the schema of the result would refuse.
      ...(outputSchema !== undefined && tool.approval === "never" && { outputSchema }),
    };
  }
  return {
    name: tool.exposedName,
    ...(tool.title !== null && { title: tool.title }),
    description: tool.description,
    inputSchema: objectProperties({ ...tool.inputSchema, type: "object" }),
    // By what an administrator decided: what a tool's author says about it would be a hint at most.
    annotations: {
      readOnlyHint: tool.risk === 0 && tool.approval === "never",
      destructiveHint: tool.risk >= DESTRUCTIVE_RISK,
    },
  };
}
