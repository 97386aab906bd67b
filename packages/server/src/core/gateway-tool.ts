import type { Approval, JsonObject } from "@countersign/protocol";

/** One tool as one agent may see and call it: the tool's settings, overridden by those of the agent's groups. */
export interface GatewayTool {
  /** Name on the gate; actions are stored under it. */
  name: string;
  /** Name that the agent sees: the administrator's alias or `name`, rewritten if model providers would reject it. */
  exposedName: string;
  /** The agent's groups that hold it. */
  groups: readonly string[];
  /** `server`, the id of the worker key that registered it, or the source of its upstream, connection or Tool Studio tool. */
  source: string;
  /** Name at its upstream; null for every other tool. */
  upstreamName: string | null;
  /** The upstream's complete tool object as it was vetted; null for every other tool. */
  definition: JsonObject | null;
  title: string | null;
  /** The administrator's description if set, else the tool's. */
  description: string;
  /** Schema of what an agent sends, which may be a list of calls. */
  inputSchema: JsonObject;
  /** The level that rules use, 0 to 5. */
  risk: number;
  approval: Approval;
  /** CEL expression on `args`, with approval `when` only. Every result except false requires approval. */
  approvalWhen: string | null;
  /** JSON of the tool's routing rules; null if there are none. */
  routingRules: string | null;
  /** The question a client shows; `{toolName}` and `{args}` are filled in. */
  promptTemplate: string | null;
  /** Whether the person at the client may answer: allowed for this agent's key, and not forbidden for the tool. */
  inClient: boolean;
  /** Null: depends on how the call arrived. */
  delivery: "queue" | "wait" | null;
  waitSeconds: number | null;
  onWaitEnd: "park" | "expire" | null;
  /** Usual lifetime of its actions; null: no end. */
  lifetimeSeconds: number | null;
  /** See client-needs.ts. */
  clientNeeds: readonly string[];
  /** The policy epoch under which this was read. */
  policyEpoch: number;
}
