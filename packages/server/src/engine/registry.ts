import type { Json, JsonObject } from "@countersign/protocol";
import {
  ToolFailure,
  type ServerTools,
  type Described,
  type ExecutionContext,
  type LookupAnswer,
  type ServerTool,
  type TargetNow,
  type ToolProvider,
  type ToolScope,
} from "../core/tool-port.ts";
import { redeemClaim, type Claimed } from "./claimed.ts";

/** Tools whose handlers live in this process. A handler never leaves it: it is reached by a claim, once, or not at all. */
export interface Registry {
  tools(): readonly Pick<ServerTool, "definition" | "approval">[];
  describe(toolName: string, input: JsonObject, scope: ToolScope): Promise<Described>;
  has(toolName: string): boolean;
  /** A target of the tool as it is now; `undefined` where the tool can only describe whole calls. */
  readTarget(toolName: string, target: string, scope: ToolScope): Promise<TargetNow | undefined>;
  /** Runs a tool that was born ungated and only reads; every other tool is refused here, whatever its settings say. */
  read(toolName: string, input: JsonObject, scope: ToolScope): Promise<Json>;
  isReadOnly(toolName: string): boolean;
  /** Asks whether an earlier attempt of this claim's action took effect. Does not use the claim up. */
  lookup(claimed: Claimed, context: ExecutionContext): Promise<LookupAnswer>;
  /** Runs the claimed action; a second call with the same claim throws. */
  run(claimed: Claimed, context: ExecutionContext): Promise<Json>;
  /** Tools that come and go are run by it, as those of connectors are: by a claim only. */
  provide(provider: ToolProvider): void;
  /** Sources whose approved actions this process can run now. */
  sources(): readonly string[];
}

const OWN_SOURCE = "server";

export function createRegistry(connectors: readonly ServerTools[]): Registry {
  const tools = new Map<string, ServerTool>();
  for (const tool of connectors.flatMap((connector) => connector.tools)) {
    const { name, effect } = tool.definition;
    if (tools.has(name)) throw new Error(`two connectors bring a tool named ${name}`);
    if (effect === "reconcilable" && !tool.lookup) throw new Error(`${name} is reconcilable but has no lookup`);
    tools.set(name, tool);
  }
  const need = (name: string): ServerTool => {
    const tool = tools.get(name);
    if (!tool) throw new Error(`no connector of this server brings ${name}`);
    return tool;
  };
  const providers: ToolProvider[] = [];
  const isReadOnly = (name: string): boolean => {
    const tool = tools.get(name);
    return tool?.approval === "never" && tool.definition.risk === 0;
  };

  return {
    tools: () => [...tools.values()].map(({ definition, approval }) => ({ definition, approval })),
    describe: async (name, input, scope) => need(name).describe(input, scope),
    has: (name) => tools.has(name),
    readTarget: async (name, target, scope) => need(name).readTarget?.(target, scope),
    isReadOnly,
    read: async (name, input, scope) => {
      if (!isReadOnly(name)) throw new Error(`${name} runs by a claim only`);
      return need(name).execute(input, {
        ...scope,
        actionId: "",
        idempotencyKey: "",
        attempt: 1,
        target: null,
        snapshot: null,
        signal: new AbortController().signal,
      });
    },
    lookup: async (claimed, context) => need(claimed.row.toolName).lookup?.(claimed.input, context) ?? { happened: "unknown" },
    run: async (claimed, context) => {
      redeemClaim(claimed);
      const { source, toolName, upstreamName } = claimed.row;
      if (source === OWN_SOURCE) return need(toolName).execute(claimed.input, context);
      const provider = providers.find((each) => each.sources().includes(source));
      if (!provider || upstreamName === null) {
        throw new ToolFailure("handler", `The upstream of ${toolName} went offline. It received nothing.`);
      }
      return provider.execute(source, toolName, upstreamName, claimed.input, context);
    },
    provide: (provider) => void providers.push(provider),
    sources: () => [OWN_SOURCE, ...providers.flatMap((provider) => provider.sources())],
  };
}
