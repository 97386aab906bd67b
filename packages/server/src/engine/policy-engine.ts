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

/** Facts about an upstream by which its tools are judged. */
export interface ToolUpstream {
  workspaceId: string;
  name: string;
  /** Source of its tools; unique over all workspaces. */
  source: string;
  /** Prefix of its tools' names, joined with `_`; empty for none. */
  prefix: string;
  /** Annotations of an untrusted upstream can only raise the risk of its tools. */
  trust: "trusted" | "untrusted";
  transport: "stdio" | "http" | "sse";
  /** Whether a credential is sent to it. */
  authenticated: boolean;
  /** Network of an HTTP upstream; default `public`. */
  network?: "loopback" | "private" | "public";
  /** Tool settings of the configuration file, by the tools' names at the upstream. */
  toolSettings?: Readonly<Record<string, UpstreamToolSettings>>;
  /** Seconds an approved call may run, and maximum tools judged; default `DEFAULT_LIMITS`. */
  limits?: Pick<UpstreamLimits, "callSeconds" | "maxTools">;
}

export interface SyncedTools {
  /** Names on the gate of the tools that are listed and callable. */
  stored: string[];
  /** By name on the gate; by name at the upstream for a tool that was not given one. */
  withheld: { name: string; reasons: string[] }[];
}

/** Decides which calls an agent may make and which need approval, and who may change that. */
export interface PolicyEngine {
  /** Tools that an agent sees and may call, with exposed names; none that is withheld, disabled or above its risk cap. */
  gatewayTools(by: Principal): Promise<Result<GatewayTool[]>>;
  /** Stores an upstream's whole tool list. Call when it comes online and after each change of the list. */
  syncUpstreamTools(upstream: ToolUpstream, tools: readonly JsonObject[]): Promise<SyncedTools>;
  /**
   * Records a call that requires no approval by these settings, before it is forwarded. Refused if the settings changed since,
   * or the agent may no longer make the call.
   */
  recordPassThrough(
    by: Principal,
    tool: Pick<GatewayTool, "name" | "risk" | "approval" | "approvalWhen" | "policyEpoch">,
    inputDigest: string,
  ): Promise<Result<null>>;
  /** Stores what a tool, named as at its upstream, was seen to need of clients; see core/client-needs.ts. Never throws. */
  noteClientNeed(upstream: { workspaceId: string; source: string }, ownName: string, need: string): Promise<void>;
  /**
   * Applies a decision given at the agent's client. Refused unless an administrator allowed this for the agent's key, and if
   * the tool's setting, its risk or its approver rule forbids it.
   */
  answerInClient(
    by: Principal,
    id: string,
    verdict: "approve" | "reject",
    answer: { digest: string; comment?: string },
  ): Promise<Result<Action>>;

  /** Returns what a client would be answered. With `run`, the call is proposed as that agent. */
  tryTool(by: Principal, name: string, request: TryTool): Promise<Result<TriedTool>>;

  groups(by: Principal): Promise<Result<Group[]>>;
  /** Creates the group if there is none. */
  changeGroup(by: Principal, name: string, change: ChangeGroup): Promise<Result<Group>>;
  /** Refused while a tool has no other group. */
  removeGroup(by: Principal, name: string, confirm: boolean): Promise<Result<{ name: string }>>;

  agents(by: Principal): Promise<Result<Agent[]>>;
  changeAgent(by: Principal, id: string, change: ChangeAgent): Promise<Result<Agent>>;
}
