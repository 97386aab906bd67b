import type { Json, JsonObject } from "@countersign/protocol";
import {
  ToolFailure,
  type ServerTools,
  type CarriedOver,
  type Described,
  type ExecutionContext,
  type LookupResult,
  type ServerTool,
  type TargetNow,
  type ToolProvider,
  type ToolRef,
  type ToolScope,
  type LargeResult,
} from "../ports/tool.ts";
import { SERVER_SOURCE } from "../core/tool-source.ts";
import { approvalByDefault, rateTool } from "../core/risk.ts";
import { findBatchKeyFault } from "../core/list-call.ts";
import { redeemClaim, type Claimed } from "./execution/claimed.ts";

/** Tools whose handlers live in this process and never leave it: a handler runs once per execution claim, or by `read`. */
export interface Registry {
  /** Tools of one connector, or of all whose tools are available from the start. */
  tools(connector?: string): readonly Pick<ServerTool, "definition" | "approval">[];
  describe(tool: ToolRef, input: JsonObject, scope: ToolScope): Promise<Described>;
  has(tool: ToolRef): boolean;
  /** Reads a target of the tool; undefined if the tool can only describe whole calls. */
  readTarget(tool: ToolRef, target: string, scope: ToolScope): Promise<TargetNow | undefined>;
  /** Returns the part of a call that still applies to its changed target; undefined if the tool does not say. */
  carryOver(tool: ToolRef, input: JsonObject, then: Json, now: Json): CarriedOver | undefined;
  /** Minimum seconds between two reads of a pending action's target; undefined if the tool sets none. */
  watchSeconds(tool: ToolRef): number | undefined;
  /** Replaces the tools of a source, such as a connection; an empty list removes the source. */
  connect(source: string, tools: readonly ServerTool[]): void;
  /** Runs a tool that is declared read-only and automatic. Throws for every other tool, whatever its settings. */
  read(toolName: string, input: JsonObject, scope: Required<ToolScope>): Promise<Json>;
  isReadOnly(toolName: string): boolean;
  /** Asks whether an earlier attempt of this claim's action took effect. Does not consume the claim. */
  lookup(claimed: Claimed, context: ExecutionContext): Promise<LookupResult>;
  /** Runs the claimed action; a second call with the same claim throws. */
  run(claimed: Claimed, context: ExecutionContext): Promise<Json | LargeResult>;
  /** Adds the tools of a connector. Throws if one of its names is taken. */
  add(connector: ServerTools): void;
  /** Adds a provider of tools that appear and disappear. Like connectors' tools, they run only by a claim. */
  provide(provider: ToolProvider): void;
  /** Whether a source of this workspace is still starting, so that its tools may still appear. */
  isLoading(workspaceId: string): boolean;
  /** Sources whose approved actions this process can run now. */
  sources(): readonly string[];
}

export function createRegistry(first: readonly ServerTools[]): Registry {
  const connectors = [...first];
  const tools = byName(connectors.flatMap((connector) => connector.tools));
  const bySource = new Map([[SERVER_SOURCE, tools]]);
  const find = ({ source, toolName }: ToolRef): ServerTool | undefined => bySource.get(source)?.get(toolName);
  const need = (tool: ToolRef): ServerTool => {
    const found = find(tool);
    if (!found) throw new Error(`no connector of this server brings ${tool.toolName}`);
    return found;
  };
  const providers: ToolProvider[] = [];
  const isReadOnly = (name: string): boolean => {
    const tool = tools.get(name);
    if (!tool) return false;
    const { risk } = tool.definition;
    const rating = rateTool({ name, declared: risk });
    return rating.risk === 0 && approvalByDefault(rating, risk, tool.approval) === "never";
  };

  return {
    tools: (name) =>
      connectors
        .filter((connector) => (name === undefined ? connector.onDemand !== true : connector.name === name))
        .flatMap((connector) => connector.tools)
        .map(({ definition, approval }) => ({ definition, approval })),
    describe: async (tool, input, scope) => need(tool).describe(input, scope),
    has: (tool) => find(tool) !== undefined,
    readTarget: async (tool, target, scope) => need(tool).readTarget?.(target, scope),
    carryOver: (tool, input, then, now) => need(tool).carryOver?.(input, then, now),
    watchSeconds: (tool) => find(tool)?.watchSeconds,
    connect(source, brought) {
      if (brought.length === 0) bySource.delete(source);
      else bySource.set(source, byName(brought));
    },
    isReadOnly,
    read: async (name, input, { workspaceId, by }) => {
      if (!isReadOnly(name)) throw new Error(`${name} runs by a claim only`);
      return need({ source: SERVER_SOURCE, toolName: name }).execute(input, {
        workspaceId,
        proposedBy: by,
        approvedBy: [],
        actionId: "",
        idempotencyKey: "",
        attempt: 1,
        target: null,
        snapshot: null,
        signal: new AbortController().signal,
      });
    },
    lookup: async (claimed, context) => need(claimed.row).lookup?.(claimed.input, context) ?? { happened: "unknown" },
    run: async (claimed, context) => {
      redeemClaim(claimed);
      const { source, toolName, upstreamName } = claimed.row;
      if (bySource.has(source)) return need(claimed.row).execute(claimed.input, context);
      const provider = providers.find((each) => each.sources().includes(source));
      if (!provider || upstreamName === null) {
        throw new ToolFailure("handler", `The upstream of ${toolName} went offline and received nothing.`);
      }
      return provider.execute(source, toolName, upstreamName, claimed.input, context);
    },
    isLoading: (workspaceId) => providers.some((provider) => provider.isLoading(workspaceId)),
    add(connector) {
      for (const [name, tool] of byName([...tools.values(), ...connector.tools])) tools.set(name, tool);
      connectors.push(connector);
    },
    provide: (provider) => void providers.push(provider),
    sources: () => [...bySource.keys(), ...providers.flatMap((provider) => provider.sources())],
  };
}

function byName(brought: readonly ServerTool[]): Map<string, ServerTool> {
  const tools = new Map<string, ServerTool>();
  for (const tool of brought) {
    const { name, effect } = tool.definition;
    if (tools.has(name)) throw new Error(`two connectors bring a tool named ${name}`);
    if (effect === "reconcilable" && !tool.lookup) throw new Error(`${name} is reconcilable but has no lookup`);
    const fault = findBatchKeyFault(tool.definition);
    if (fault) throw new Error(`the batchKey of ${name} ${fault}`);
    tools.set(name, tool);
  }
  return tools;
}
