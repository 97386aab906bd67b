import type {
  Action,
  Agent,
  ChangeAgent,
  ChangeGroup,
  Group,
  JsonObject,
  TriedTool,
  TryTool,
  UpstreamLimits,
  UpstreamToolSettings,
} from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

/** An upstream as its tools are judged by it. */
export interface ToolUpstream {
  workspaceId: string;
  name: string;
  /** What its tools carry as their source; unique over all workspaces. */
  source: string;
  /** Put before its tools' names with `_`; empty for none. */
  prefix: string;
  /** Annotations of an untrusted upstream can only raise the risk of its tools. */
  trust: "trusted" | "untrusted";
  transport: "stdio" | "http" | "sse";
  /** A credential of ours is sent to it. */
  authenticated: boolean;
  /** Where an HTTP one is; `public` unless told. */
  network?: "loopback" | "private" | "public";
  /** What the configuration file says of its tools, by the tools' own names. */
  toolSettings?: Readonly<Record<string, UpstreamToolSettings>>;
  /** How long an approved call may run, and how many tools are looked at; the defaults unless told. */
  limits?: Pick<UpstreamLimits, "callSeconds" | "maxTools">;
}

export interface SyncedTools {
  /** Names on the gate of the tools that are listed and callable. */
  stored: string[];
  /** Under the name on the gate where it could have one, else under its own. */
  withheld: { name: string; reasons: string[] }[];
}

/** What decides about calls, and who may change it. */
export interface PolicyEngine {
  /** What an agent sees and may call, by exposed name; whatever is withheld, disabled or above its cap is left out. */
  gatewayTools(by: Principal): Promise<Result<GatewayTool[]>>;
  /** Stores the whole tool list of an upstream, run when it comes online and whenever the list changed. */
  syncUpstreamTools(upstream: ToolUpstream, tools: readonly JsonObject[]): Promise<SyncedTools>;
  /**
   * Puts a call that asks nobody on the record before it is forwarded. Refused where the agent may not make it any more, and
   * where it now needs a person.
   */
  recordPassThrough(by: Principal, toolName: string, inputDigest: string): Promise<Result<null>>;
  /** Keeps what a tool of an upstream, by its own name, was seen to need of a client; see core/client-needs.ts. Never throws. */
  noteClientNeed(upstream: { workspaceId: string; source: string }, ownName: string, need: string): Promise<void>;
  /**
   * The answer of the person at an agent's client. Refused unless an administrator allowed it for the agent's key, and
   * neither the tool's setting, its risk nor its approver rule stands against it.
   */
  answerInClient(
    by: Principal,
    id: string,
    verdict: "approve" | "reject",
    answer: { digest: string; comment?: string },
  ): Promise<Result<Action>>;

  /** What an outside client would be answered; with `run` it is really proposed as that agent. */
  tryTool(by: Principal, name: string, request: TryTool): Promise<Result<TriedTool>>;

  groups(by: Principal): Promise<Result<Group[]>>;
  /** Makes the group where there is none. */
  changeGroup(by: Principal, name: string, change: ChangeGroup): Promise<Result<Group>>;
  /** Refused while it is the only group of a tool. */
  removeGroup(by: Principal, name: string, confirm: boolean): Promise<Result<{ name: string }>>;

  agents(by: Principal): Promise<Result<Agent[]>>;
  changeAgent(by: Principal, id: string, change: ChangeAgent): Promise<Result<Agent>>;
}
